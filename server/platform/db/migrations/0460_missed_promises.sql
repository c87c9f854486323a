-- The newest promise of a payout that passed and was told to its customer, and the promise that took its place (domain 5, "Promises")
create table missed_promises (
  order_id text primary key references orders (id),
  missed_at timestamptz not null,
  promised_at timestamptz not null
);
