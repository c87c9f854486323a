import type { Order } from '#core/order/order.ts';
import { decideTouch, type Touch } from '#core/order/touch.ts';
import { post, type TransferCause } from '#server/ledger/post.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { saveOrder } from '#server/orders/store.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveBy } from './apply-move.ts';
import { changeHold } from './change-hold.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { reactToTouch } from './reaction.ts';

/**
 * Makes one change of a locked order that is no move: fields, hold, postings and reactions in the caller's transaction. The version
 * grows, the timeline does not.
 */
export async function applyTouch(
  deps: MoveDeps,
  tx: Tx,
  change: { readonly order: Order; readonly touch: Touch; readonly by: MoveBy },
): Promise<Order> {
  const { order: before, touch, by } = change;
  const { order, hold, postings, reason } = decideTouch(before, touch, orderAssets(deps.catalogue, before));
  const cause: TransferCause = { orderId: before.id, actor: touch.by, actorId: by.actorId, ...(reason === null ? {} : { reason }) };
  await post(deps, tx, postings, cause);
  const changed = await changeHold(deps, tx, { hold, order, before, cause });
  if (!changed.ok) throw new Error(`order ${before.id} cannot change its hold`);
  const after = changed.value;
  if (!(await saveOrder(tx, before, after, null))) throw new Error(`order ${before.id} changed under its lock`);
  return await reactToTouch(deps, tx, { touch: touch.touch, before, after });
}
