-- What banks tell of money that came: typed, pasted, or imported from a table or a statement of 1C; each line once, by its fingerprint.
create table bank_lines (
  id uuid primary key,
  payment_system_code text not null references payment_systems (code),
  wallet text not null references wallets (id),
  requisite_id uuid references pool_requisites (id),
  fingerprint bytea not null,
  amount numeric not null check (amount > 0),
  at timestamptz not null,
  is_day_only boolean not null,
  reference text,
  last_digits text,
  sender text,
  text text not null,
  source text not null check (source in ('hand', 'text', 'csv', '1c')),
  recorded_by uuid not null references users (id),
  recorded_at timestamptz not null,
  state text not null check (state in ('unmatched', 'matched', 'returned', 'kept', 'mistaken')),
  -- The order that it is money of, and by which reference it was said there
  order_id text references orders (id),
  check ((state = 'matched') = (order_id is not null)),
  observed_reference text,
  ended_by uuid references users (id),
  ended_at timestamptz,
  end_reference text,
  note text
);
create unique index bank_lines_once on bank_lines (payment_system_code, fingerprint);
create index bank_lines_unmatched on bank_lines (at, id) where state = 'unmatched';
create index bank_lines_ended on bank_lines (at, id) where state <> 'unmatched';
create index bank_lines_order on bank_lines (order_id) where order_id is not null;
create index pool_reservations_recent on pool_reservations (payment_system_code, given_at);

-- What the columns of a bank's table are, said once: known again by its heads.
create table bank_tables (
  heads_hash bytea primary key,
  heads text[] not null,
  mapping jsonb not null,
  saved_by uuid not null references users (id),
  saved_at timestamptz not null
);
