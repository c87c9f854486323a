-- The audit log as a chain (domain 9, quality R41). A row carries the mark of whoever held the shop's secret when it was written; rows
-- from before there were marks say so. A job links them one after another a second later, so that no two deeds wait for each other.
alter table audit_log add column mark text default 'earlier';
alter table audit_log alter column mark drop default;
create index audit_log_at on audit_log (at desc, id);
create index audit_log_actor on audit_log (actor_id, at desc);
create index audit_log_action on audit_log (action, at desc);

-- What waits to be linked: written with the row itself, by the database
create table audit_unchained (audit_id uuid primary key);
create function queue_audit() returns trigger language plpgsql as $$
begin
  insert into audit_unchained (audit_id) values (new.id);
  return null;
end $$;
create trigger audit_log_queue after insert on audit_log for each row execute function queue_audit();
insert into audit_unchained (audit_id) select id from audit_log;

create table audit_chain (
  seq bigint primary key,
  audit_id uuid not null unique,
  -- SHA-256 over the hash before, the place in the chain, the row, and whether its mark was the shop's
  hash bytea not null,
  is_ours boolean not null,
  chained_at timestamptz not null
);
create trigger audit_chain_append_only before update or delete or truncate on audit_chain for each statement execute function refuse_change();

-- The end of the chain, signed with the shop's secret: whoever rewrites the chain without it cannot sign its new end.
create table audit_head (
  only_one boolean primary key default true check (only_one),
  seq bigint not null,
  hash bytea not null,
  -- Whether rows from before there were marks may still come
  takes_earlier boolean not null,
  signature text not null,
  signed_at timestamptz not null
);
