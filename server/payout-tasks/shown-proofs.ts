import { urlOf } from '#contract/call.ts';
import { getPayoutProof } from '#contract/public/orders.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import { oneOf } from '#core/closed-list.ts';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listShownProofs } from './store.ts';

/** Proofs of an order's payouts that its customer may see. */
export async function findShownProofs(db: Queryable, orderId: string): Promise<OrderAttributes['payout_proofs']> {
  const tasks = await listShownProofs(db, orderId);
  return tasks.map(({ reference, purpose }) => ({
    purpose: oneOf(PAYOUT_PURPOSES, purpose) ?? 'payout',
    url: urlOf(getPayoutProof, { params: { id: orderId, payout_id: reference } }),
  }));
}
