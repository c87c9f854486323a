import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findReferrerOf } from './store.ts';

/** By whom an order was brought. */
export interface OrderReferrer {
  readonly userId: string;
  readonly referralId: string;
  /** Since when the customer is his referral: terms of then may be his. */
  readonly boundAt: Instant;
  /** How many referrals of his count now: his tier (`core/referral/tiers.ts`). */
  readonly counted: number;
}

/**
 * Who is owed something for an order: undefined where nobody has brought it, and where the referrer is found to be the customer himself (R16).
 * Known from the order's birth on; asked again at its end it also says what was found in between.
 */
export async function referrerOf(db: Queryable, order: { readonly id: string }): Promise<OrderReferrer | undefined> {
  const row = await findReferrerOf(db, order.id);
  if (row === undefined || row.refused !== null) return undefined;
  return { userId: row.user_id, referralId: row.referral_id, boundAt: row.bound_at.getTime(), counted: row.counted };
}
