-- Proposals of the product itself, proposals that need two people beside their proposer, those that take effect by themselves where
-- nobody else could decide (domain 5, 11), and those that events have overtaken.
alter table approvals alter column proposed_by drop not null,
  add column needs int not null default 1 check (needs between 1 and 2),
  -- When it takes effect by itself, unless somebody says no; null: never
  add column effective_at timestamptz;
alter table approvals drop constraint approvals_state_check;
alter table approvals add constraint approvals_state_check check (state in ('open', 'approved', 'declined', 'overtaken'));
alter table approvals drop constraint approvals_check;
-- Decided by nobody: by time or by events
alter table approvals add constraint approvals_decided check ((state = 'open') = (decided_at is null) and (state <> 'open' or decided_by is null));
create index approvals_effective on approvals (effective_at) where state = 'open' and effective_at is not null;

-- Who has said yes so far, where more than one must
create table approval_voices (
  approval_id uuid not null references approvals (id),
  user_id uuid not null references users (id),
  at timestamptz not null,
  note text,
  primary key (approval_id, user_id)
);
