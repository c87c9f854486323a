-- What is promised is what nine in ten keep (decision 0068). Orders that may still be paid out and were promised the median, or nothing, are
-- promised what was set, or what they were promised where that is longer. `is_promise_measured` is written no more; a later release drops it
alter table orders drop constraint orders_promise;
update orders o
set promised_minutes = greatest(o.promised_minutes, case when s.kind is null or s.kind = 'custom' then d.eta_minutes else s.eta_minutes end)
from orders p
  join directions d on d.income_code = p.income_code and d.outcome_code = p.outcome_code
  left join slots s on s.id = p.slot_id
where p.id = o.id and o.is_promise_measured is distinct from false
  and o.status not in ('completed', 'refunded', 'rejected');
