-- An order that somebody ended binds no rate (domain 5, T22): its lock ends with it, also of orders that late money has reopened since.
update orders o set rate_locked_until = null
where o.rate_locked_until is not null
  and o.status in ('cancelled', 'payment_failed', 'requote')
  and exists (select from order_events e where e.order_id = o.id and e.move in ('cancel', 'call_off', 'decline_payment'));
