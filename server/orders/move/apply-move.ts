import type { Cause, Creation } from '#core/order/cause.ts';
import { createOrder, decide, payoutPosting } from '#core/order/decide.ts';
import type { HoldChange } from '#core/order/hold.ts';
import type { Order } from '#core/order/order.ts';
import type { DecisionRefusal } from '#core/order/rules.ts';
import { decideTouch, type Touch } from '#core/order/touch.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { recordCustomerOrder } from '#server/customers/customers.ts';
import { post, postReservation, reserveForOrder, type TransferCause, voidReservation } from '#server/ledger/post.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { orderAssets } from '#server/orders/order-sides.ts';
import { insertOrder, type NewOrder, saveOrder } from '#server/orders/store.ts';
import { numbersOf, type OrderRequisites, orderTerms } from '#server/orders/terms/order-terms.ts';
import { reserveBufferOf } from '#server/payment-systems/catalogue.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import type { RequestOrigin } from './order-change.ts';
import { reactToMove, reactToTouch } from './reaction.ts';

interface OrderCreation extends Omit<NewOrder, 'order' | 'move' | 'terms'> {
  readonly creation: Creation;
  readonly requisites: OrderRequisites;
  readonly origin?: RequestOrigin | undefined;
}

/**
 * Creates an order: row, timeline, reactions, its customer, then its hold. The hold is last, because other orders of the reserve then wait
 * for the transaction. The caller rolls back on a refusal.
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
  const { id: orderId, email, userId } = created;
  await recordCustomerOrder(deps, tx, { orderId, email, userId, device: origin?.device });
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

interface MoveBy {
  /** Operator or user behind the move; null for the system and providers. */
  readonly actorId: string | null;
}

/** The system itself or a provider. */
export const NO_ACTOR = { actorId: null } as const satisfies MoveBy;

/**
 * Makes one move of a locked order: state, hold, postings, timeline and reactions in the caller's transaction. Returns the order, which
 * reactions may have moved again. A refusal changes nothing.
 */
export async function applyMove(
  deps: MoveDeps,
  tx: Tx,
  move: { readonly order: Order; readonly cause: Cause; readonly by: MoveBy },
): Promise<Result<Order, DecisionRefusal | 'has_no_reserves'>> {
  const { order: before, cause, by } = move;
  const decided = decide(before, cause, orderAssets(deps.catalogue, before));
  if (!decided.ok) return decided;
  const decision = decided.value;
  const note = 'note' in cause ? cause.note : null;
  const transferCause: TransferCause = { orderId: before.id, actor: cause.by, actorId: by.actorId, reason: cause.move };
  if (decision.hold.do === 'adjust') await tx.run(sql`savepoint move`);
  await post(deps, tx, decision.postings, transferCause);
  const changed = await changeHold(deps, tx, { hold: decision.hold, order: decision.order, before, cause: transferCause });
  if (!changed.ok) {
    // The reserve is too small: the caller may try another move
    await tx.run(sql`rollback to savepoint move`);
    return changed;
  }
  const after = changed.value;
  const saved = await saveOrder(tx, before, after, {
    move: cause.move,
    from: before.status,
    actor: cause.by,
    actorId: by.actorId,
    note,
  });
  if (!saved) return refuse({ code: 'order_state_conflict' });
  return accept(await reactToMove(deps, tx, { move: cause.move, by: cause.by, actorId: by.actorId, before, after }));
}

/**
 * Makes one change of a locked order that is no move: fields, hold, postings and reactions in the caller's transaction. The version is
 * increased; the timeline gets no event.
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

/** Applies the decided change of the hold; returns the order with its new hold, or a refusal when the reserve is too small. */
async function changeHold(
  deps: MoveDeps,
  tx: Tx,
  input: { readonly hold: HoldChange; readonly order: Order; readonly before: Order; readonly cause: TransferCause },
): Promise<Result<Order, 'has_no_reserves'>> {
  const { hold: change, order, before, cause } = input;
  const assets = orderAssets(deps.catalogue, order);
  const hold = before.hold && { ...before.hold, wallet: order.outcomeWallet };
  switch (change.do) {
    case 'keep':
      return accept(order);
    case 'void':
      if (hold) await voidReservation(deps, tx, hold, cause);
      return accept({ ...order, hold: null });
    case 'post':
      if (!hold) throw new Error(`order ${order.id} has no hold to post`);
      await postReservation(deps, tx, { ...hold, posting: payoutPosting(order, assets) }, cause);
      return accept({ ...order, hold: null });
    case 'adjust':
    case 'adjust_if_possible': {
      if (hold) await voidReservation(deps, tx, hold, cause);
      const id = await reserveForOrder(
        deps,
        tx,
        {
          buffer: reserveBufferOf(order.outcomeCode),
          wallet: order.outcomeWallet,
          asset: assets.outcome,
          amount: change.amount,
          orderId: order.id,
        },
        cause,
      );
      if (id !== undefined) return accept({ ...order, hold: { id, amount: change.amount } });
      return change.do === 'adjust' ? refuse({ code: 'has_no_reserves' }) : accept({ ...order, hold: null });
    }
  }
}
