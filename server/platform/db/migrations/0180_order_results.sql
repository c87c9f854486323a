-- What an exchange has brought (domain 11, "The day's figures"): one row for each order that was completed or refunded, written with
-- that move at the prices of its moment. Orders that ended before this table have none, and the figures say so.
create table order_results (
  order_id text primary key references orders (id),
  ended_at timestamptz not null,
  outcome text not null check (outcome in ('completed', 'refunded')),
  income_code text not null,
  outcome_code text not null,
  income_wallet text not null,
  outcome_wallet text not null,
  -- What was exchanged, in minor units of their sides; nothing of a refund
  income_amount numeric not null,
  outcome_amount numeric not null,
  -- What was taken of the income's market value, in minor units of the outcome: named fees, and the rest of it
  fees numeric not null,
  spread numeric not null,
  -- US dollars for one minor unit of either side, and for one rouble; null: there was no trustworthy price
  income_usd numeric,
  outcome_usd numeric,
  rub_usd numeric,
  -- What the ledger says of this order, in US dollars: kept of a refund, the network, the referral programme, money taken back. Null: no price
  kept_usd numeric,
  network_usd numeric,
  referral_usd numeric,
  losses_usd numeric,
  -- How long each step took; null: the order did not go through it
  pay_seconds int,
  confirm_seconds int,
  payout_seconds int
);
create index order_results_ended on order_results (ended_at);

create index orders_ended on orders (status_changed_at, id)
  where status in ('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected');
create index order_events_by_operator on order_events (at, actor_id) where actor in ('operator', 'second_operator');
