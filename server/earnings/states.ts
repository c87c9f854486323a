import { sql, type Sql } from '#server/platform/db/db.ts';
import type { Instant } from '#core/time.ts';
import { WITHDRAWN_TOTALS } from '#server/withdrawals/withdrawn-totals.ts';

/**
 * SQL source `e`: earnings with their derived state (domain 8). Withdrawals consume earnings in the order they became available.
 * `condition` must select whole purses.
 */
export const earningStates = (at: Instant, condition: Sql = sql`true`): Sql => sql`(
  select e.*, case
      when e.reversed_at is not null then 'reversed'
      when e.available_at > ${new Date(at)} then 'accrued'
      when e.upto <= coalesce(t.paid, 0) then 'paid'
      when e.upto <= coalesce(t.paid, 0) + coalesce(t.open, 0) then 'in_payout'
      else 'available' end as state
  from (
    select e.*, coalesce(sum(e.amount) filter (where e.reversed_at is null) over (partition by e.user_id, e.purse
      order by e.available_at, e.id), 0) as upto
    from earnings e where ${condition}) e
  left join ${WITHDRAWN_TOTALS} t on t.user_id = e.user_id and t.purse = e.purse) e`;
