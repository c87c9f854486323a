-- Requisites that people receive on (domain 10): cards, accounts and phones of a shop, each given to one order at a time or for amounts of its own.
create table pool_requisites (
  id uuid primary key,
  payment_system_code text not null references payment_systems (code),
  values_sealed bytea not null,
  values_masked jsonb not null,
  -- Keyed hash of what money is sent to: the same card is not in the pool twice, or it would be offered twice at once
  fingerprint bytea not null,
  -- For matching bank lines: what a message of the bank names of it
  last_digits text not null,
  owner_name text not null,
  bank text not null,
  note text not null default '',
  sharing text not null check (sharing in ('single', 'unique_amount')),
  min_amount numeric check (min_amount > 0),
  max_amount numeric check (max_amount > 0),
  daily_amount numeric check (daily_amount > 0),
  daily_count int check (daily_count >= 0),
  monthly_amount numeric check (monthly_amount > 0),
  monthly_count int check (monthly_count >= 0),
  works_from int check (works_from between 0 and 1439),
  works_until int check (works_until between 0 and 1439),
  check ((works_from is null) = (works_until is null)),
  rest_minutes int not null default 0 check (rest_minutes between 0 and 1440),
  state text not null default 'active' check (state in ('active', 'frozen', 'retired')),
  frozen_reason text,
  version int not null default 1,
  last_given_at timestamptz,
  freed_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references users (id),
  updated_at timestamptz not null
);
create unique index pool_requisites_once on pool_requisites (fingerprint) where state <> 'retired';
create index pool_requisites_system on pool_requisites (payment_system_code) where state <> 'retired';

-- Which order was given which of them, and for how much exactly. `held`: its order may be paid; `late`: it ended, money may still come; `received`: it came.
create table pool_reservations (
  order_id text primary key,
  requisite_id uuid not null references pool_requisites (id),
  payment_system_code text not null,
  amount numeric not null check (amount > 0),
  state text not null check (state in ('held', 'late', 'received')),
  given_at timestamptz not null,
  held_until timestamptz not null,
  ended_at timestamptz,
  received_amount numeric not null default 0,
  received_at timestamptz
);
-- The second lock on the door: no requisite holds two orders of one amount, whoever forgot the first lock
create unique index pool_reservations_one_amount on pool_reservations (requisite_id, amount) where state = 'held';
create index pool_reservations_open on pool_reservations (requisite_id, state, ended_at) where state <> 'received';
create index pool_reservations_received on pool_reservations (requisite_id, received_at) where state = 'received';

-- Orders that wait for a requisite, and when they were told the next may be free
create table pool_waits (
  order_id text primary key,
  payment_system_code text not null,
  since timestamptz not null,
  promised_at timestamptz not null
);
