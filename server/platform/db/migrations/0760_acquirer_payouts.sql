-- Payouts that acquirers were asked for. The row exists before the acquirer is called. The destination is not stored: the order's side
-- gives it with each call.
create table acquirer.payouts (
  rail text not null,
  -- Our payout's reference, which the acquirer stores and is asked by
  reference text not null,
  payment_system_code text not null,
  amount numeric not null check (amount > 0),
  state text not null check (state in ('ordered', 'executed', 'failed')),
  reason text,
  -- The destination itself cannot be paid
  blames_destination boolean not null default false,
  -- The acquirer's own id of the payout
  payout_id text,
  fee numeric check (fee > 0),
  -- Calls that may have reached the acquirer, and the time of the last one
  calls int not null default 0 check (calls >= 0),
  called_at timestamptz,
  -- Not called again: the acquirer has confirmed it, or its money was taken back
  is_last_call boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (rail, reference)
);
create index payouts_changed on acquirer.payouts (rail, changed_at);

-- What each acquirer last reported as available, for people.
create table acquirer.balances (
  rail text not null,
  currency text not null,
  -- As reported: its decimals are the acquirer's
  amount numeric not null,
  told_at timestamptz not null,
  primary key (rail, currency)
);
