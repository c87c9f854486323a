import type { Order } from '#core/order/order.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { MoveDeps } from '#server/orders/apply-move.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findLivePayout, insertPayout, savePayout, type PayoutPurpose } from './store.ts';

/**
 * An operator says that a payout or refund has reached the customer. Only where the rail cannot tell (`unknown`): while it
 * still answers for an attempt, its word counts. A refund that no rail could make gets an attempt of its own.
 */
export async function settleByOperator(deps: MoveDeps, tx: Tx, order: Order, purpose: PayoutPurpose): Promise<boolean> {
  const now = deps.clock.now();
  const live = await findLivePayout(tx, order.id);
  if (live) {
    if (live.purpose !== purpose || live.state !== 'unknown') return false;
    return await savePayout(tx, live.id, { state: 'executed', now, reason: 'operator' });
  }
  if (purpose === 'payout') return false;
  const { income } = orderSides(deps.catalogue, order);
  const claimed = await insertPayout(tx, {
    id: deps.random.uuid(),
    orderId: order.id,
    purpose,
    rail: 'operator',
    code: income.code,
    amount: order.creditedAmount,
    now,
  });
  return claimed !== undefined && (await savePayout(tx, claimed.id, { state: 'executed', now, reason: 'operator' }));
}
