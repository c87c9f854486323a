import { customerActions } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyMove, applyTouch } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { type OrderCall, actorOf, lockOwnOrder } from '#server/orders/customer/customer-moves.ts';
import { type StoredCheque, MAX_CHEQUES } from './store-cheque.ts';
import { INSPECT_CHEQUE_JOB } from './inspect-cheque.ts';
import { findDigests, insertCheque } from './store.ts';

/**
 * Attaches a stored cheque, which is evidence, never money (R25): each file once, five per order. Before the deadline it claims the
 * payment (T7). Files of refused ones are swept.
 */
export async function sendCheque(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: OrderCall & { readonly cheque: StoredCheque },
): Promise<Result<Order, 'not_found' | 'order_state_conflict'>> {
  const locked = await lockOwnOrder(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  if (!customerActions(order).includes('send_cheque')) return refuse({ code: 'order_state_conflict' });
  const { sha256, size, file } = input.cheque;
  const earlier = await findDigests(tx, order.id);
  if (earlier.some((digest) => digest.equals(sha256))) return accept(order);
  if (earlier.length >= MAX_CHEQUES)
    return refuse({ code: 'order_state_conflict', message: 'too_many_cheques', params: { max: MAX_CHEQUES } });
  // The order started to accept cheques after the file check
  if (file === null) return refuse({ code: 'order_state_conflict' });
  const now = deps.clock.now();
  await insertCheque(tx, { id: file.id, orderId: order.id, sha256, fileKey: file.key, size, createdAt: now });
  await deps.queue.send(tx, INSPECT_CHEQUE_JOB, { cheque_id: file.id });
  if (order.status !== 'awaiting_payment')
    return accept(await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'customer' }, by: actorOf(input.caller) }));
  const moved = await applyMove(deps, tx, {
    order,
    cause: { move: 'claim_payment', by: 'customer', now, invoiceId: null, txHash: null },
    by: actorOf(input.caller),
  });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
