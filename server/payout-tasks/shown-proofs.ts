import { urlOf } from '#contract/call.ts';
import { getPayoutProof, type OrderAttributes } from '#contract/orders.ts';
import { PAYOUT_PURPOSES } from '#core/payout.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listShownProofs } from './store.ts';

/** The papers of an order's payouts as its customer reads of them. */
export async function findShownProofs(db: Queryable, orderId: string): Promise<OrderAttributes['payout_proofs']> {
  const tasks = await listShownProofs(db, orderId);
  return tasks.map(({ reference, purpose }) => ({
    purpose: PAYOUT_PURPOSES.find((known) => known === purpose) ?? 'payout',
    url: urlOf(getPayoutProof, { params: { id: orderId, payout_id: reference } }),
  }));
}
