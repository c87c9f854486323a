-- What may be kept of a refund in this direction; both null: the shop's rule of its payment system
alter table directions add column refund_fee_ppm int check (refund_fee_ppm between 0 and 500000);
alter table directions add column refund_fee_fixed numeric check (refund_fee_fixed >= 0);
-- The rule as its customer read it; null in orders of before
alter table orders add column refund_terms jsonb;
