-- Orders that may call somebody, found without reading them twice: the states that wait for nobody of the office, and no surplus, stay out
create index orders_calling on orders (status_changed_at)
  where status not in ('completed', 'refunded', 'expired', 'cancelled', 'payment_failed', 'rejected', 'awaiting_confirmation', 'awaiting_requisites', 'awaiting_payment')
    or received_amount > credited_amount + surplus_returned;
drop index orders_surplus;
