-- What came beyond an order's agreement and was given back to its customer, in minor units of the income side.
alter table orders add column surplus_returned numeric not null default 0 check (surplus_returned >= 0);
create index orders_surplus on orders (id) where received_amount > credited_amount + surplus_returned;
