import sql from 'sql-template-tag';
import type { Cause } from '#core/order/cause.ts';
import { decide, payoutPosting } from '#core/order/decide.ts';
import type { HoldChange } from '#core/order/hold.ts';
import type { Order } from '#core/order/order.ts';
import type { DecisionRefusal } from '#core/order/rules.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { openHold, post, postHold, voidHold, type TransferCause } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { saveOrder } from '#server/orders/store.ts';
import { type MoveDeps, reactToMove, reactToTouch } from './reaction.ts';

export type { MoveDeps } from './reaction.ts';

export interface MoveBy {
  /** Operator or user behind the move; null for the system and providers. */
  readonly actorId: string | null;
}

/** Puts the hold where the decision wants it; the order with its new hold, or a refusal when the reserve is short. */
async function changeHold(
  deps: MoveDeps,
  tx: Tx,
  made: { readonly hold: HoldChange; readonly order: Order; readonly before: Order; readonly cause: TransferCause },
): Promise<Result<Order, 'has_no_reserves'>> {
  const { hold: change, order, before, cause } = made;
  const assets = orderAssets(deps.catalogue, order);
  const hold = before.hold && { ...before.hold, wallet: order.outcomeWallet };
  switch (change.do) {
    case 'keep':
      return accept(order);
    case 'void':
      if (hold) await voidHold(deps, tx, hold, cause);
      return accept({ ...order, hold: null });
    case 'post':
      if (!hold) throw new Error(`order ${order.id} has no hold to post`);
      await postHold(deps, tx, { ...hold, posting: payoutPosting(order, assets) }, cause);
      return accept({ ...order, hold: null });
    case 'adjust':
    case 'adjust_if_possible': {
      if (hold) await voidHold(deps, tx, hold, cause);
      const id = await openHold(
        deps,
        tx,
        { code: order.outcomeCode, wallet: order.outcomeWallet, asset: assets.outcome, amount: change.amount, orderId: order.id },
        cause,
      );
      if (id !== undefined) return accept({ ...order, hold: { id, amount: change.amount } });
      return change.do === 'adjust' ? refuse({ code: 'has_no_reserves' }) : accept({ ...order, hold: null });
    }
  }
}

/**
 * Makes one move of a locked order, whole: state, hold, postings, timeline and everybody's reactions in the caller's
 * transaction. Gives the order as it now is: a reaction may have moved it on. A refusal has changed nothing.
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
  const transferCause: TransferCause = {
    orderId: before.id,
    actor: cause.by,
    actorId: by.actorId,
    ...(note === null ? {} : { reason: note }),
  };
  if (decision.hold.do === 'adjust') await tx.run(sql`savepoint move`);
  await post(deps, tx, decision.postings, transferCause);
  const held = await changeHold(deps, tx, { hold: decision.hold, order: decision.order, before, cause: transferCause });
  if (!held.ok) {
    // The only way here is a promise that could not be made: the caller may go on with another move
    await tx.run(sql`rollback to savepoint move`);
    return held;
  }
  const after = held.value;
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

/** A change that is no move and makes a promise smaller; one that cannot be made again is given up. */
export interface Touch {
  readonly change: Partial<Order>;
  readonly hold: Exclude<HoldChange, { do: 'adjust' | 'post' }>;
}

/** Stores a change that is no move together with what it does to the hold: version counted, seen live, no timeline line. */
export async function touchPromise(deps: MoveDeps, tx: Tx, before: Order, { change, hold }: Touch): Promise<Order> {
  const touched: Order = { ...before, ...change, version: before.version + 1 };
  const cause = { orderId: before.id, actor: 'system', actorId: null, reason: 'smaller_promise' } as const;
  const held = await changeHold(deps, tx, { hold, order: touched, before, cause });
  if (!held.ok) throw new Error(`order ${before.id} cannot change its hold`);
  const after = held.value;
  const saved = await saveOrder(tx, before, after, null);
  if (!saved) throw new Error(`order ${before.id} changed under its lock`);
  return await reactToTouch(deps, tx, { before, after });
}

/** The same for a change that leaves the hold alone: confirmations, amounts, a renewed offer. */
export const touchOrder = async (deps: MoveDeps, tx: Tx, before: Order, change: Partial<Order>): Promise<Order> =>
  await touchPromise(deps, tx, before, { change, hold: { do: 'keep' } });
