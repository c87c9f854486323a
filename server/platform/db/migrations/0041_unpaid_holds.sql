-- When the time to pay an order is over, whatever it is said to be since: a claim without evidence holds no reserve after that.
alter table orders add column payment_deadline timestamptz;
update orders set payment_deadline = case when status = 'awaiting_payment' then expires_at else coalesce(rate_locked_until, status_changed_at) end
where hold_id is not null and status in ('awaiting_payment', 'payment_claimed', 'moderation');

-- Whose unpaid orders hold which reserve.
create index orders_unpaid on orders (outcome_code) where hold_id is not null and received_amount = 0;

-- Proofs of work that were used, until they would have expired.
create table captcha_proofs (
  challenge text primary key,
  expires_at timestamptz not null
);
create index captcha_proofs_expires on captcha_proofs (expires_at);
