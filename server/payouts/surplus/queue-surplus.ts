import type { Order } from '#core/order/order.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { orderSubject } from '#core/payout/payout.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { JOB } from '#server/payouts/outbox.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findLiveSurplus, insertPayout } from '#server/payouts/store.ts';

/**
 * Queues the return of a surplus of a locked order, in the caller's transaction. `amount` in minor units of the income side, at most the
 * order's suspense. False: no such surplus, or a return exists already.
 */
export async function queueSurplus(deps: MoveDeps, tx: Tx, order: Order, amount: bigint): Promise<boolean> {
  if (amount <= 0n || amount > surplusOf(order) || (await findLiveSurplus(tx, order.id))) return false;
  const { income } = orderSides(deps.catalogue, order);
  const queued = await insertPayout(tx, {
    id: deps.random.uuid(),
    subject: orderSubject(order.id),
    purpose: 'surplus',
    rail: income.rail,
    code: income.code,
    wallet: order.incomeWallet,
    amount,
    now: deps.clock.now(),
    state: 'queued',
  });
  if (!queued) return false;
  await deps.queue.send(tx, JOB.executeSurplus, { order_id: order.id });
  return true;
}
