import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findReferrerOf } from './store.ts';

/** The referrer of an order. */
export interface OrderReferrer {
  readonly userId: string;
  readonly referralId: string;
  /** When the customer was bound: terms of that time may apply. */
  readonly boundAt: Instant;
  /** Number of counted referrals: decides the tier (`core/referral/tiers.ts`). */
  readonly countedReferrals: number;
}

/**
 * The referrer who earns from an order; undefined: none, or the referrer is the customer (R16). Stored with the order; the result may
 * change until completion.
 */
export async function referrerOf(db: Queryable, order: { readonly id: string }): Promise<OrderReferrer | undefined> {
  const row = await findReferrerOf(db, order.id);
  if (row === undefined || row.refused !== null) return undefined;
  return { userId: row.user_id, referralId: row.referral_id, boundAt: row.bound_at.getTime(), countedReferrals: row.counted };
}
