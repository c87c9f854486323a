-- What the acquirers' rails remember: what was asked of each for which order, what it has said of payments, what we have asked it
-- to give back. One set of tables for all of them; `rail` says whose. Nothing here refers to tables outside this schema.
create schema acquirer;

create table acquirer.checkouts (
  rail text not null,
  order_id text not null,
  -- How the acquirer knows the order; nobody else's
  reference text not null,
  payment_system_code text not null,
  amount numeric not null check (amount > 0),
  -- Where it takes the payment, for those that make a page for each; null: not made yet, or none is made
  url text,
  -- The acquirer's own name of what it made
  payment_id text,
  created_at timestamptz not null,
  -- When it is asked about next; null: no more
  ask_at timestamptz,
  primary key (rail, order_id),
  unique (rail, reference)
);
create index checkouts_due on acquirer.checkouts (ask_at) where ask_at is not null;
create index checkouts_made on acquirer.checkouts (rail, created_at);

-- Each payment as it was last told of. What is final stays so, unless it is taken back.
create table acquirer.payments (
  rail text not null,
  external_id text not null,
  order_id text not null,
  amount numeric not null check (amount > 0),
  state text not null check (state in ('seen', 'final', 'failed', 'reverted')),
  first_seen_at timestamptz not null,
  changed_at timestamptz not null,
  -- The state that the order's side has stored; another one is told again until it has
  told_state text,
  primary key (rail, external_id),
  foreign key (rail, order_id) references acquirer.checkouts (rail, order_id)
);
create index payments_of_order on acquirer.payments (rail, order_id);
create index payments_untold on acquirer.payments (rail) where told_state is distinct from state;

-- Money given back by the payment it came with. The row is there before the acquirer is called.
create table acquirer.refunds (
  rail text not null,
  -- Our payout's reference: the acquirer's key against doing it twice
  reference text not null,
  order_id text not null,
  -- The payment it goes back by; null: there is none that could carry it
  external_id text,
  amount numeric not null check (amount > 0),
  state text not null check (state in ('ordered', 'executed', 'failed')),
  reason text,
  -- The acquirer's own name of it
  refund_id text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When it was first called; where a call must not be repeated nobody calls again
  called_at timestamptz,
  primary key (rail, reference)
);
create index refunds_of_order on acquirer.refunds (rail, order_id);
create index refunds_changed on acquirer.refunds (rail, changed_at);

-- How each acquirer was last heard of, for people.
create table acquirer.health (
  rail text primary key,
  last_callback_at timestamptz,
  last_refused_at timestamptz,
  last_refused_why text,
  last_answer_at timestamptz,
  last_failure_at timestamptz,
  last_failure text
);
