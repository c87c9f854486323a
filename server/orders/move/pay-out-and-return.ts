import type { Order } from '#core/order/order.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { queueSurplus } from '#server/payouts/queue-surplus.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveDeps } from './apply-move.ts';
import { queuePayout } from './queue-payout.ts';

/** After a choice was taken: its payout, and the return of what the choice does not exchange ("as agreed and the rest returned"). */
export async function payOutAndReturn(deps: MoveDeps, tx: Tx, order: Order): Promise<Order> {
  const queued = await queuePayout(deps, tx, order);
  await queueSurplus(deps, tx, queued, surplusOf(queued));
  return queued;
}
