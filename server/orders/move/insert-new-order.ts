import type { Creation } from '#core/order/cause.ts';
import { createOrder } from '#core/order/decide.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { reserveBufferOf } from '#server/payment-systems/reserve-buffer.ts';
import { reserveForOrder, post } from '#server/ledger/post.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { insertOrder, type NewOrder } from '#server/orders/store.ts';
import { type OrderRequisites, orderTerms } from '#server/orders/terms/make-terms.ts';
import { numbersOf } from '#server/orders/terms/number-terms.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { RequestOrigin } from './order-change.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { reactToMove } from './reaction.ts';

interface OrderCreation extends Omit<NewOrder, 'order' | 'move' | 'terms'> {
  readonly creation: Creation;
  readonly requisites: OrderRequisites;
  readonly origin?: RequestOrigin | undefined;
}

/**
 * Creates an order: row, timeline, reactions, hold; the caller rolls back on a refusal. The hold comes last: other orders of the reserve
 * wait until the transaction ends.
 */
export async function insertNewOrder(
  deps: MoveDeps,
  tx: Tx,
  { creation, requisites, origin, ...row }: OrderCreation,
): Promise<Result<Order, 'has_no_reserves'>> {
  const { order, hold, postings, move } = createOrder(creation);
  const holdId = deps.random.uuid();
  const created: Order = { ...order, hold: { id: holdId, amount: hold.amount } };
  const cause = { orderId: created.id, actor: creation.by, actorId: created.userId };
  await insertOrder(tx, { ...row, order: created, move, terms: numbersOf(deps, orderTerms(deps, created, requisites)) });
  await post(deps, tx, postings, cause);
  await reactToMove(deps, tx, { move, by: creation.by, actorId: created.userId, before: null, after: created, origin });
  const { outcome: asset } = orderAssets(deps.catalogue, created);
  const openedHoldId = await reserveForOrder(
    deps,
    tx,
    {
      holdId,
      buffer: reserveBufferOf(created.outcomeCode),
      wallet: created.outcomeWallet,
      asset,
      amount: hold.amount,
      orderId: created.id,
    },
    cause,
  );
  return openedHoldId === undefined ? refuse({ code: 'has_no_reserves' }) : accept(created);
}
