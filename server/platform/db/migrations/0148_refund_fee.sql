-- What is kept of a refund, by the owner's rule; posted with the refund itself
alter table orders add column refund_fee numeric not null default 0 check (refund_fee >= 0);
