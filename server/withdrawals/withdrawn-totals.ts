import { sql, type Sql } from '#server/platform/db/db.ts';

/** SQL: withdrawn cents per customer and purse, as rows `user_id, purse, paid, open`; `open` is requested or being paid. */
export const WITHDRAWN_TOTALS: Sql = sql`(
  select user_id, purse, coalesce(sum(purse_amount) filter (where status = 'completed'), 0) as paid,
    coalesce(sum(purse_amount) filter (where status in ('awaiting_confirmation', 'payout_pending', 'payout_sent', 'payout_failed')),
      0) as open
  from withdrawals group by user_id, purse)`;
