import type { Order } from '#core/order/order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyMove, type MoveDeps } from './apply-move.ts';

/** T18, in the transaction that made the order paid. Limits and approvals are asked here once there are any; until then all is paid out by itself. */
export async function queuePayout(deps: MoveDeps, tx: Tx, order: Order): Promise<Order> {
  if (order.status !== 'paid') return order;
  const queued = await applyMove(deps, tx, {
    order,
    cause: { move: 'queue_payout', by: 'system', now: deps.clock.now() },
    by: { actorId: null },
  });
  if (!queued.ok) throw new Error(`payout of order ${order.id} could not be queued`);
  return queued.value;
}
