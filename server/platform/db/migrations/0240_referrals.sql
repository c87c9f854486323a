-- Whose link somebody came by (domain 8). The code in a person's link says nothing of him; an erased account has none.
alter table users add column referral_code text unique default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);

-- One referrer for life: of an account from its registration, of a guest (a customer, by his mailbox) from his first order. A guest's is his own
-- word until an order of his was completed: with anybody's mailbox anybody can make an order that he never pays.
create table referrals (
  id uuid primary key,
  referrer_id uuid not null references users (id),
  user_id uuid unique references users (id),
  customer_id text unique references customers (id),
  bound_by text not null check (bound_by in ('registration', 'order')),
  bound_at timestamptz not null,
  is_firm boolean not null,
  clicked_at timestamptz not null,
  -- utm_* of the click
  source jsonb not null default '{}',
  -- What he has exchanged, by the prices of each exchange's end: hundredths
  turnover_rub bigint not null default 0,
  turnover_usd bigint not null default 0,
  -- Null: he does not count (R16)
  counted_at timestamptz,
  -- Why nothing is paid for him: by what he was found to be the referrer himself
  refused text,
  check (user_id is not null or customer_id is not null)
);
create index referrals_of on referrals (referrer_id, bound_at desc, id);

-- How many count of each referrer: kept where it changes, because every accrual asks
create table referral_totals (
  user_id uuid primary key references users (id),
  counted integer not null default 0 check (counted >= 0)
);

-- An order of a referral, as it was made
create table referral_orders (
  order_id text primary key references orders (id),
  referral_id uuid not null references referrals (id),
  referrer_id uuid not null references users (id),
  at timestamptz not null,
  source jsonb not null default '{}',
  -- Why nothing is paid for this order
  refused text,
  completed_at timestamptz,
  -- Its money was taken back, or went back
  reversed_at timestamptz,
  -- Hundredths; null: not completed, or no price was trusted then and it is still to be counted
  turnover_rub bigint,
  turnover_usd bigint
);
create index referral_orders_of on referral_orders (referrer_id, at desc);
create index referral_orders_referral on referral_orders (referral_id);
create index referral_orders_uncounted on referral_orders (completed_at) where completed_at is not null and turnover_rub is null;
create index referral_orders_refused on referral_orders (at desc) where refused is not null;
