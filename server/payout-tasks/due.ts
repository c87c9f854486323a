import { sql } from '#server/platform/db/db.ts';
import { firstPromiseAt } from './payout-waits.ts';

const promisedMinutes = sql`make_interval(mins => coalesce(paid_order.promised_minutes, paid_slot.eta_minutes,
  paid_direction.eta_minutes))`;

/**
 * SQL: when task `k` must be paid. An order's payout: as promised on its page (`payout-waits.ts`). A refund: within the order's minutes.
 * A withdrawal: its own promise. Needs `dueSource`.
 */
export const taskDue = sql`coalesce(paid_withdrawal.promised_at,
  case when paid_order.status = 'payout_sent' then ${firstPromiseAt(sql`paid_order`)} end,
  k.asked_at + ${promisedMinutes},
  k.asked_at + interval '1 day')`;
export const dueSource = sql`
  left join orders paid_order on paid_order.id = k.subject_id
  left join directions paid_direction
    on paid_direction.income_code = paid_order.income_code and paid_direction.outcome_code = paid_order.outcome_code
  left join slots paid_slot on paid_slot.id = paid_order.slot_id
  left join withdrawals paid_withdrawal on paid_withdrawal.id = k.subject_id`;
