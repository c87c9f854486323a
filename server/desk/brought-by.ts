import sql, { type Sql } from 'sql-template-tag';

/** Which orders somebody has brought: by his programs, or as a referrer. Test orders are no trade. */
export const broughtBy = (userId: string): Sql => sql`o.id in (
  select order_id from partner_orders where user_id = ${userId} and mode = 'live'
  union all select order_id from referral_orders where referrer_id = ${userId})`;
