-- What acquirers gave back beside our calls, payment by payment, as last told: one return by hand explains one of them, not each.
create table acquirer.given_back (
  rail text not null,
  external_id text not null,
  order_id text not null,
  -- Null: it was told without an amount
  amount numeric check (amount > 0),
  told_at timestamptz not null,
  primary key (rail, external_id)
);
create index given_back_of_order on acquirer.given_back (rail, order_id);

-- Held before holds had a time: their customers are promised the same from the moment they were held.
update orders set expires_at = status_changed_at + interval '72 hours' where status = 'compliance_hold' and expires_at is null;
