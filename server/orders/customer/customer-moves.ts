import type { Cause } from '#core/order/cause.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { mayAccess, type Caller } from '#server/orders/access.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { claimFieldOf } from '#server/orders/order-sides.ts';
import { lockOrder } from '#server/orders/queries.ts';

type CustomerDeps = MoveDeps & Pick<Deps, 'secrets'>;
type MoveRefusal = 'not_found' | 'order_state_conflict';

export interface OrderCall {
  readonly orderId: string;
  readonly caller: Caller;
}

/** Locks the caller's own order; `not_found` for an order of someone else. */
export async function lockOwnOrder(deps: Pick<Deps, 'secrets'>, tx: Tx, orderCall: OrderCall): Promise<Result<Order, 'not_found'>> {
  const order = await lockOrder(tx, orderCall.orderId);
  return order && (await mayAccess(deps, tx, orderCall.caller, order)) ? accept(order) : refuse({ code: 'not_found' });
}

/** The actor of a customer's move. */
export const actorOf = (caller: Caller) => ({ actorId: caller.visitor.kind === 'user' ? caller.visitor.userId : null });

async function moveOwnOrder(
  deps: CustomerDeps,
  tx: Tx,
  orderCall: OrderCall,
  cause: (order: Order) => Cause,
): Promise<Result<Order, MoveRefusal>> {
  const locked = await lockOwnOrder(deps, tx, orderCall);
  if (!locked.ok) return locked;
  const moved = await applyMove(deps, tx, { order: locked.value, cause: cause(locked.value), by: actorOf(orderCall.caller) });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}

/** Cancels the order for its customer (T11). Refused once any money was seen. */
export const cancelOrder = async (deps: CustomerDeps, tx: Tx, orderCall: OrderCall): Promise<Result<Order, MoveRefusal>> =>
  await moveOwnOrder(deps, tx, orderCall, () => ({ move: 'cancel', by: 'customer', now: deps.clock.now() }));

export interface Claim extends OrderCall {
  readonly invoiceId: string | undefined;
  readonly txHash: string | undefined;
}

/** Records the customer's "I have paid" (T7). A repeated claim changes nothing. Requires an invoice id where the payment system has one. */
export async function claimPayment(deps: CustomerDeps, tx: Tx, claim: Claim): Promise<Result<Order, MoveRefusal | 'required'>> {
  const locked = await lockOwnOrder(deps, tx, claim);
  if (!locked.ok) return locked;
  const order = locked.value;
  if (order.status === 'payment_claimed') return accept(order);
  const claimField = claimFieldOf(deps.catalogue, order);
  const evidenceFields = { invoice_id: claim.invoiceId, tx_hash: claim.txHash };
  if (claimField !== null && (evidenceFields[claimField] ?? '').trim() === '')
    return refuse({ code: 'required', field: claimField, message: claimField === 'invoice_id' ? 'invoice_id_required' : 'required' });
  const evidence = { invoiceId: claim.invoiceId?.trim() ?? null, txHash: claim.txHash?.trim() ?? null };
  const moved = await applyMove(deps, tx, {
    order,
    cause: { move: 'claim_payment', by: 'customer', now: deps.clock.now(), ...evidence },
    by: actorOf(claim.caller),
  });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
