import sql from 'sql-template-tag';
import type { Queryable } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';

/** Whether orders of somebody's referrals went to this destination, by the keyed hash that orders have: then the two may be one person (R16). */
export const isPaidLikeReferral = async (
  db: Queryable,
  { referrerId, fingerprint }: { readonly referrerId: string; readonly fingerprint: Buffer },
): Promise<boolean> =>
  (await db.maybe(
    AnyRow,
    sql`
    select 1 as found from referral_orders r join orders o on o.id = r.order_id
    where r.referrer_id = ${referrerId} and o.outcome_fingerprint = ${fingerprint} limit 1`,
  )) !== undefined;
