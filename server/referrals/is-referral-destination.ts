import { AnyRow, type Queryable, sql } from '#server/platform/db/db.ts';
import { isLinked } from './strong-links.ts';

/**
 * Whether orders of the referrer's referrals paid to this destination: a sign that they are one person (R16), unless an operator marked
 * them as unrelated.
 */
export const isReferralDestination = async (
  db: Queryable,
  { referrerId, fingerprint }: { readonly referrerId: string; readonly fingerprint: Buffer },
): Promise<boolean> =>
  (await db.maybe(
    AnyRow,
    sql`
    select 1 as found from referral_orders x join referrals r on r.id = x.referral_id join orders o on o.id = x.order_id
    where x.referrer_id = ${referrerId} and o.outcome_fingerprint = ${fingerprint} and ${isLinked(sql`true`)} limit 1`,
  )) !== undefined;
