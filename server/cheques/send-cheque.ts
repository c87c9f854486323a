import { customerActions } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { type Addressed, actorOf, lockOwnOrder } from '#server/orders/customer/customer-moves.ts';
import { type KeptCheque, MAX_CHEQUES } from './keep-cheque.ts';
import { SEE_CHEQUE_JOB } from './see-cheque.ts';
import { findDigests, insertCheque } from './store.ts';

/**
 * A cheque is evidence, never money (R25). Writes the row of what `keepCheque` kept: the same file once, at most five of an order.
 * Before the deadline it also says "I have paid" (T7). Refused, it leaves a file without a row, which is swept.
 */
export async function sendCheque(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  sent: Addressed & { readonly cheque: KeptCheque },
): Promise<Result<Order, 'not_found' | 'order_state_conflict'>> {
  const own = await lockOwnOrder(deps, tx, sent);
  if (!own.ok) return own;
  const order = own.value;
  if (!customerActions(order).includes('send_cheque')) return refuse({ code: 'order_state_conflict' });
  const { sha256, size, file } = sent.cheque;
  const earlier = await findDigests(tx, order.id);
  if (earlier.some((known) => known.equals(sha256))) return accept(order);
  if (earlier.length >= MAX_CHEQUES)
    return refuse({ code: 'order_state_conflict', message: 'too_many_cheques', params: { max: MAX_CHEQUES } });
  // The order came to take cheques between the look before and now
  if (file === null) return refuse({ code: 'order_state_conflict' });
  const now = deps.clock.now();
  await insertCheque(tx, { id: file.id, orderId: order.id, sha256, fileKey: file.key, size, createdAt: now });
  await deps.queue.send(tx, SEE_CHEQUE_JOB, { cheque_id: file.id });
  if (order.status !== 'awaiting_payment')
    return accept(await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'customer' }, by: actorOf(sent.caller) }));
  const moved = await applyMove(deps, tx, {
    order,
    cause: { move: 'claim_payment', by: 'customer', now, invoiceId: null, txHash: null },
    by: actorOf(sent.caller),
  });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
