-- Terms of the programmes, each version from its moment on: what is in force is the last one, and what was promised by an earlier one is read there.
create table earning_programmes (
  version int primary key,
  since timestamptz not null,
  document jsonb not null
);

-- What is promised of an order, frozen at its birth; nothing is owed by it before the order is completed.
create table earning_terms (
  order_id text not null references orders (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('referral', 'partner', 'cashback')),
  rate_ppm int not null check (rate_ppm between 0 and 1000000),
  hold_hours int not null check (hold_hours >= 0),
  -- Null: none was written down yet, the house's own
  programme int references earning_programmes (version),
  frozen_at timestamptz not null,
  -- The order was completed: what is owed is posted, at once or when a price is trusted again
  due_at timestamptz,
  settled_at timestamptz,
  -- Its money was taken back: what was posted is posted the other way round
  taken_back_at timestamptz,
  reversed_at timestamptz,
  primary key (order_id, kind, user_id)
);
create index earning_terms_due on earning_terms (due_at) where due_at is not null and settled_at is null;
create index earning_terms_taken_back on earning_terms (taken_back_at) where taken_back_at is not null and reversed_at is null;
create index earning_terms_user on earning_terms (user_id, frozen_at desc);

-- Memos of postings: whose purse, of what, from when on it may be withdrawn. What has become of it is derived, never written.
create table earnings (
  id uuid primary key,
  user_id uuid not null references users (id),
  purse text not null check (purse in ('referral', 'reward')),
  kind text not null check (kind in ('referral', 'partner', 'cashback', 'bonus')),
  order_id text references orders (id),
  -- Cents
  amount numeric not null check (amount > 0),
  transfer_id uuid not null unique references ledger_transfers (id),
  created_at timestamptz not null,
  available_at timestamptz not null,
  -- Until then it is promised to its own taking back, and nobody withdraws it; null once its time has come
  hold_id uuid,
  hold_amount numeric,
  -- Of a bonus: why, and by whom
  note text,
  granted_by uuid references users (id),
  reversed_at timestamptz,
  reversal_id uuid unique references ledger_transfers (id),
  reversal_reason text,
  reversed_by uuid references users (id),
  check ((kind = 'bonus') = (order_id is null)),
  check ((kind in ('referral', 'partner')) = (purse = 'referral')),
  check ((hold_id is null) = (hold_amount is null)),
  check ((reversed_at is null) = (reversal_id is null)),
  unique (order_id, kind, user_id)
);
create index earnings_of on earnings (user_id, purse, available_at, id);
create index earnings_newest on earnings (created_at desc, id);
create index earnings_maturing on earnings (available_at) where hold_id is not null;
