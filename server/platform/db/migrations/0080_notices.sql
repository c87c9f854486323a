-- What other processes are to be told of a commit ("order X changed"), written with it and read by each of them once.
-- A transaction that says NOTIFY makes all others of the server wait for its commit; one that leaves a row here does not.
-- Unlogged: when the server falls, everybody's line breaks, and whoever comes back reads everything anew.
create unlogged table notices (
  -- Which transaction wrote it: readers ask for what their last look could not see
  xact xid8 not null default pg_current_xact_id(),
  nr bigint generated always as identity,
  channel text not null,
  payload text not null,
  primary key (xact, nr)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
