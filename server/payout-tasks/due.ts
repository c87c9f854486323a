import sql from 'sql-template-tag';
import { firstPromiseAt } from '#server/orders/payout-waits.ts';

const minutes = sql`make_interval(mins => coalesce(paid_order.promised_minutes, paid_slot.eta_minutes, paid_direction.eta_minutes))`;

/**
 * By when a task `k` is to be paid: the payout of an order as its page promises (`payout-waits.ts`), what goes back within the order's minutes,
 * a withdrawal by its own promise. Needs `dueSource`.
 */
export const taskDue = sql`coalesce(paid_withdrawal.promised_at,
  case when paid_order.status = 'payout_sent' then ${firstPromiseAt(sql`paid_order`)} end,
  k.asked_at + ${minutes},
  k.asked_at + interval '1 day')`;
export const dueSource = sql`
  left join orders paid_order on paid_order.id = k.subject_id
  left join directions paid_direction
    on paid_direction.income_code = paid_order.income_code and paid_direction.outcome_code = paid_order.outcome_code
  left join slots paid_slot on paid_slot.id = paid_order.slot_id
  left join withdrawals paid_withdrawal on paid_withdrawal.id = k.subject_id`;
