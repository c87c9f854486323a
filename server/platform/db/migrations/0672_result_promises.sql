-- When the payout of a completed order was first promised for; null: not recorded, as for orders completed before
alter table order_results add column promised_at timestamptz;
