-- What people are asked to pay: the other side of the `manual` rail. One row for each payout of ours that it was called with.
create table payout_tasks (
  -- Our payout's id
  reference uuid primary key,
  -- The order or withdrawal that is paid
  subject_id text not null,
  payment_system_code text not null references payment_systems (code),
  amount numeric not null check (amount > 0),
  destination_masked jsonb not null,
  state text not null check (state in ('waiting', 'taken', 'sent', 'failed')),
  asked_at timestamptz not null,
  -- Who has it in hand: nobody else pays it until he gives it back or says what became of it
  taken_by uuid references users (id),
  taken_at timestamptz,
  check ((state = 'taken') <= (taken_by is not null)),
  bank_reference text,
  reason text,
  ended_by uuid references users (id),
  ended_at timestamptz,
  told_at timestamptz,
  -- A paper of the bank, and the name it came with
  proof_key text,
  proof_size int
);
create index payout_tasks_open on payout_tasks (asked_at, reference) where state in ('waiting', 'taken');
create index payout_tasks_news on payout_tasks (ended_at) where told_at is null and state in ('sent', 'failed');
create index payout_tasks_ended on payout_tasks (ended_at) where state in ('sent', 'failed');
