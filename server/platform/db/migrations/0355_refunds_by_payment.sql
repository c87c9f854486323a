-- Money that a rail gives back by the payment it came with needs no destination: known since the order has its requisites.
alter table orders add column returns_by_payment boolean not null default false;
