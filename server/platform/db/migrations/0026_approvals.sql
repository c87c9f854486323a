-- Four eyes (domain 5, 6): what one operator proposes and another one executes by approving it. The payload is kept as the text
-- that was hashed, so that what is executed is what was seen.
create table approvals (
  id uuid primary key,
  -- A word of core/approval.ts; the list grows without a migration
  kind text not null,
  subject text not null,
  payload text not null,
  hash text not null,
  note text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'declined')),
  proposed_by uuid not null references users (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  decision_note text,
  check ((state = 'open') = (decided_by is null) and (state = 'open') = (decided_at is null)),
  check (state <> 'approved' or decided_by <> proposed_by)
);
create index approvals_open on approvals (proposed_at) where state = 'open';
create index approvals_subject on approvals (subject, proposed_at);
