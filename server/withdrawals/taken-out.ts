import sql, { type Sql } from 'sql-template-tag';

/** What was taken out of each purse, as rows `user_id, purse, paid, open` in cents: paid for good, and asked for or on its way. */
export const TAKEN_OUT: Sql = sql`(
  select user_id, purse, coalesce(sum(purse_amount) filter (where status = 'completed'), 0) as paid,
    coalesce(sum(purse_amount) filter (where status in ('awaiting_confirmation', 'payout_pending', 'payout_sent', 'payout_failed')), 0) as open
  from withdrawals group by user_id, purse)`;
