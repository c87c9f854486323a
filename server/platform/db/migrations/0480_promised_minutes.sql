-- What the payout of an order was promised in when it was ordered, and whether that was measured (domain 5, "Promises"); null in orders of before
alter table orders
  add column promised_minutes int check (promised_minutes >= 1),
  add column is_promise_measured boolean,
  add constraint orders_promise check ((promised_minutes is null) = (is_promise_measured is null));
