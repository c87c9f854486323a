import type { Cause } from '#core/order/cause.ts';
import { decide } from '#core/order/decide.ts';
import type { Order } from '#core/order/order.ts';
import type { DecisionRefusal } from '#core/order/rules.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { post, type TransferCause } from '#server/ledger/post.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { saveOrder } from '#server/orders/store.ts';
import { changeHold } from './change-hold.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { reactToMove } from './reaction.ts';

export interface MoveBy {
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
