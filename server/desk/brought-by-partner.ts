import { sql, type Sql } from '#server/platform/db/db.ts';

/**
 * Condition on `orders o`: created through this user's API keys or referral link. Sandbox orders do
 * not count.
 */
export const isBroughtByPartner = (userId: string): Sql => sql`o.id in (
  select order_id from partner_orders where user_id = ${userId} and mode = 'live'
  union all select order_id from referral_orders where referrer_id = ${userId})`;
