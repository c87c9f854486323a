-- The sandbox provider: a foreign company's books that happen to live in the same database. Nothing here refers to our
-- tables, nothing of ours refers to these. Amounts are decimals in the payment system's units, as the provider counts.

create schema sandbox;

create function sandbox.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'sandbox.% is append-only', tg_table_name using errcode = '42501';
end $$;

-- Expected payments, one per order; where to pay belongs to that order alone and is never given to another.
create table sandbox.invoices (
  order_id text primary key,
  payment_system text not null,
  kind text not null,
  currency text not null,
  network text,
  amount numeric not null check (amount > 0),
  decimals int not null check (decimals between 0 and 30),
  required_confirmations int not null check (required_confirmations >= 0),
  pay_to text not null unique,
  memo text,
  -- [{name, value}] in the order of showing
  requisites jsonb not null,
  qr_payload text,
  success_url text not null,
  failure_url text not null,
  created_at timestamptz not null
);

create table sandbox.payments (
  id text primary key,
  order_id text not null references sandbox.invoices (order_id),
  amount numeric not null check (amount > 0),
  state text not null check (state in ('seen', 'final', 'declined')),
  confirmations int not null default 0,
  required_confirmations int not null default 0,
  tx_hash text,
  seen_at timestamptz not null,
  -- When the next confirmation comes; null once nothing more will happen
  next_step_at timestamptz
);
create index payments_order on sandbox.payments (order_id);
create index payments_due on sandbox.payments (next_step_at) where next_step_at is not null;

-- One row per reference of the exchange: the same reference never pays twice.
create table sandbox.payouts (
  reference text primary key,
  id text not null unique,
  order_id text not null,
  payment_system text not null,
  currency text not null,
  amount numeric not null check (amount > 0),
  destination text not null,
  destination_memo text,
  state text not null check (state in ('accepted', 'executed', 'refused')),
  tx_hash text,
  reason text,
  accepted_at timestamptz not null,
  execute_at timestamptz,
  -- Until then the provider's front desk does not find the reference (fault unknown_late)
  visible_at timestamptz not null
);
create index payouts_due on sandbox.payouts (execute_at) where execute_at is not null;

-- The books: the provider's truth of money that moved.
create table sandbox.entries (
  seq bigint generated always as identity primary key,
  direction text not null check (direction in ('in', 'out')),
  reference text not null,
  order_id text not null,
  payment_system text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  destination text not null,
  destination_memo text,
  at timestamptz not null,
  unique (direction, reference)
);
create index entries_order on sandbox.entries (order_id);
create trigger entries_append_only before update or delete or truncate on sandbox.entries for each statement execute function sandbox.refuse_change();

-- What changed, in the order of commits (writers take one advisory lock): the change feed and the source of callbacks.
create table sandbox.events (
  seq bigint generated always as identity primary key,
  type text not null,
  at timestamptz not null,
  data jsonb not null
);

create table sandbox.deliveries (
  id bigint generated always as identity primary key,
  event_seq bigint not null references sandbox.events (seq),
  due_at timestamptz,
  attempts int not null default 0,
  delivered_at timestamptz
);
create index deliveries_due on sandbox.deliveries (due_at) where due_at is not null;

create table sandbox.faults (
  only_row boolean primary key default true check (only_row),
  payouts text not null default 'ok'
    check (payouts in ('ok', 'timeout_after_execute', 'error_before_execute', 'error_500', 'unknown_late', 'refuse')),
  callbacks text not null default 'ok' check (callbacks in ('ok', 'drop', 'duplicate', 'reorder'))
);
insert into sandbox.faults default values;

-- The rail's side (ours): how far it has read the provider's feed, and what it could not hand over yet.
create table sandbox.rail_cursor (
  only_row boolean primary key default true check (only_row),
  after_seq bigint not null default 0
);
insert into sandbox.rail_cursor default values;

create table sandbox.rail_set_aside (
  seq bigint primary key,
  event jsonb not null,
  attempts int not null default 1,
  next_try_at timestamptz not null
);
