import type { Cause } from '#core/order/cause.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { mayAccess, type Caller } from '#server/orders/access.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { claimFieldOf } from '#server/orders/claim-field.ts';
import { lockOrder } from '#server/orders/store.ts';

type CustomerDeps = MoveDeps & Pick<Deps, 'secrets'>;
type MoveRefusal = 'not_found' | 'order_state_conflict';

export interface Addressed {
  readonly orderId: string;
  readonly caller: Caller;
}

/** Locks the caller's own order; another's is as unknown as none. */
export async function lockOwnOrder(deps: Pick<Deps, 'secrets'>, tx: Tx, addressed: Addressed): Promise<Result<Order, 'not_found'>> {
  const order = await lockOrder(tx, addressed.orderId);
  return order && (await mayAccess(deps, tx, addressed.caller, order)) ? accept(order) : refuse({ code: 'not_found' });
}

/** Who is behind a customer's move. */
export const actorOf = (caller: Caller) => ({ actorId: caller.visitor.kind === 'user' ? caller.visitor.userId : null });

async function moveOwn(
  deps: CustomerDeps,
  tx: Tx,
  addressed: Addressed,
  cause: (order: Order) => Cause,
): Promise<Result<Order, MoveRefusal>> {
  const own = await lockOwnOrder(deps, tx, addressed);
  if (!own.ok) return own;
  const moved = await applyMove(deps, tx, { order: own.value, cause: cause(own.value), by: actorOf(addressed.caller) });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}

/** T11: the customer cancels; refused once any money was seen. */
export const cancelOrder = async (deps: CustomerDeps, tx: Tx, addressed: Addressed): Promise<Result<Order, MoveRefusal>> =>
  await moveOwn(deps, tx, addressed, () => ({ move: 'cancel', by: 'customer', now: deps.clock.now() }));

export interface Claim extends Addressed {
  readonly invoiceId: string | undefined;
  readonly txHash: string | undefined;
}

/** T7: "I have paid". Said twice it changes nothing; where the system asks for an invoice or transaction, that is required. */
export async function claimPayment(deps: CustomerDeps, tx: Tx, claim: Claim): Promise<Result<Order, MoveRefusal | 'required'>> {
  const own = await lockOwnOrder(deps, tx, claim);
  if (!own.ok) return own;
  const order = own.value;
  if (order.status === 'payment_claimed') return accept(order);
  const asked = claimFieldOf(deps.catalogue, order);
  const given = { invoice_id: claim.invoiceId, tx_hash: claim.txHash };
  if (asked !== null && (given[asked] ?? '').trim() === '')
    return refuse({ code: 'required', field: asked, message: asked === 'invoice_id' ? 'invoice_id_required' : 'required' });
  const evidence = { invoiceId: claim.invoiceId?.trim() ?? null, txHash: claim.txHash?.trim() ?? null };
  const moved = await applyMove(deps, tx, {
    order,
    cause: { move: 'claim_payment', by: 'customer', now: deps.clock.now(), ...evidence },
    by: actorOf(claim.caller),
  });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
