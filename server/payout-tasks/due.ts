import sql from 'sql-template-tag';

const minutes = sql`make_interval(mins => coalesce(paid_order.promised_minutes, paid_slot.eta_minutes, paid_direction.eta_minutes))`;

/**
 * By when a task `k` is to be paid. An order's promise counts from its money, as its page tells (`payout-promise.ts`); where that had passed
 * before the task was made, from the task. A withdrawal has its own. Needs `dueSource`.
 */
export const taskDue = sql`coalesce(paid_withdrawal.promised_at,
  case when paid_order.status = 'payout_sent' and money.at + ${minutes} > k.asked_at then money.at + ${minutes} else k.asked_at + ${minutes} end,
  k.asked_at + interval '1 day')`;
export const dueSource = sql`
  left join orders paid_order on paid_order.id = k.subject_id
  left join directions paid_direction
    on paid_direction.income_code = paid_order.income_code and paid_direction.outcome_code = paid_order.outcome_code
  left join slots paid_slot on paid_slot.id = paid_order.slot_id
  left join withdrawals paid_withdrawal on paid_withdrawal.id = k.subject_id
  left join lateral (select max(e.at) as at from order_events e where e.order_id = k.subject_id and e.to_status = 'paid') money on true`;
