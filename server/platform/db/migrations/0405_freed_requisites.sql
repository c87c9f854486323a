-- A requisite belongs to an order only while the order may be paid on it without anybody being asked (domain 5): those that wait for a
-- choice or a person let go of theirs, and a claim holds one until the end of its payment window.
with ended as (
  update pool_reservations v
  set state = case when o.received_amount > 0 then 'received' else 'late' end, ended_at = o.status_changed_at,
    received_amount = o.received_amount, received_at = case when o.received_amount > 0 then o.status_changed_at end
  from orders o
  where o.id = v.order_id and v.state = 'held'
    and o.status not in ('awaiting_verification', 'awaiting_requisites', 'awaiting_payment', 'payment_claimed', 'payment_detected')
  returning v.requisite_id, v.ended_at)
update pool_requisites r set freed_at = greatest(r.freed_at, e.ended_at) from ended e where e.requisite_id = r.id;
update pool_reservations v set held_until = least(v.held_until, o.payment_deadline) from orders o
where o.id = v.order_id and v.state = 'held' and o.status = 'payment_claimed' and o.payment_deadline is not null;
