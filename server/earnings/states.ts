import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import { TAKEN_OUT } from '#server/withdrawals/taken-out.ts';

/**
 * Earnings with what has become of each (domain 8), as a source `e` of a statement: derived, never written. What leaves a purse is what
 * could be withdrawn first. `of` narrows whose: whole purses, or the order in them is lost.
 */
export const earningStates = (at: Instant, of: Sql = sql`true`): Sql => sql`(
  select e.*, case
      when e.reversed_at is not null then 'reversed'
      when e.available_at > ${new Date(at)} then 'accrued'
      when e.upto <= coalesce(t.paid, 0) then 'paid'
      when e.upto <= coalesce(t.paid, 0) + coalesce(t.open, 0) then 'in_payout'
      else 'available' end as state
  from (
    select e.*, coalesce(sum(e.amount) filter (where e.reversed_at is null) over (partition by e.user_id, e.purse order by e.available_at, e.id), 0) as upto
    from earnings e where ${of}) e
  left join ${TAKEN_OUT} t on t.user_id = e.user_id and t.purse = e.purse) e`;
