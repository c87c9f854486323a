-- An earlier release took an operator's word for the rest that a rail had not told of. It still stands beside the rail's report,
-- which would otherwise be the whole truth from now on and undo the exchange.
update deposits w set beyond_rail = true
where w.rail = 'operator' and w.recorded_by is null and exists (
  select 1 from deposits r where r.order_id = w.order_id and r.rail <> 'operator' and r.state in ('seen', 'final', 'reverted') and r.first_seen_at < w.first_seen_at);
-- It kept who said it where the bank's reference stands now.
update deposits w set recorded_by = u.id from users u where w.rail = 'operator' and w.recorded_by is null and w.reference = u.id::text;

-- What a person had confirmed and a rail took back later stayed in its books unnoticed: now it stands there by its name, and a person is called.
update deposits set posted_amount = amount where state = 'reverted' and posted_at is not null and posted_amount = 0;
insert into incidents (id, kind, subject, detail, first_at, last_at)
select gen_random_uuid(), 'payment_reverted', order_id,
  jsonb_build_object('payment_system', min(payment_system_code), 'taken_back', sum(posted_amount)::text), now(), now()
from deposits where state = 'reverted' and posted_amount > 0 and order_id is not null group by order_id
on conflict (kind, subject) where closed_at is null do nothing;
