-- What each process last said of itself. Readiness writes here: a database that only reads is not ready.
create table processes (
  id uuid primary key,
  name text not null,
  seen_at timestamptz not null,
  clock_skew_ms bigint not null
);
