import type { Order } from '#core/order/order.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { customerActions } from '#core/order/actions.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { returnByItself } from '#server/payouts/surplus/return-by-itself.ts';
import { checkAddress } from '#server/payment-systems/check-address.ts';
import { settlePayment } from './settle-payment.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { actorOf, lockOwnOrder, type Addressed } from '#server/orders/customer/customer-moves.ts';
import { JOB } from '#server/payouts/outbox.ts';
import { type RefundRefusal, refundFieldsOf } from '#server/orders/customer/refund-fields.ts';
import { giveRefundDestination } from '#server/orders/destination.ts';

export interface RefundRequest extends Addressed {
  /** Where the money goes back to, asked where the customer did not pay from requisites we know (crypto). */
  readonly requisites: RequisiteValues;
  readonly noMemo: boolean;
}

/** Takes the destination where we need one; the order that then has it. */
async function takeDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  order: Order,
  request: RefundRequest,
): Promise<Result<Order, RefundRefusal>> {
  const fields = refundFieldsOf(deps.catalogue, order);
  if (fields.length === 0) return accept(order);
  const checked = checkRequisites({ fields, values: request.requisites, noMemo: request.noMemo, checkAddress });
  if (!checked.ok)
    return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `refund_requisites/${refusal.field ?? ''}` })) };
  await giveRefundDestination(tx, order.id, {
    sealed: deps.secrets.seal(JSON.stringify(checked.value)),
    masked: maskRequisites(fields, checked.value),
  });
  return accept({ ...order, hasRefundDestination: true });
}

/**
 * T17: the customer wants his money back instead of the recalculated amounts. Where we do not know where to, he says it with
 * the request; in `refund_pending` (nobody chose in time, or an operator decided) that is all that is missing, and so it is where only
 * what came beyond the agreement goes back.
 */
export async function requestRefund(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  request: RefundRequest,
): Promise<Result<Order, RefundRefusal>> {
  const own = await lockOwnOrder(deps, tx, request);
  if (!own.ok) return own;
  // What was reported meanwhile counts first, and an offer that ran out is no way back
  const known = own.value.status === 'requote' ? await settlePayment(deps, tx, own.value) : own.value;
  if (!customerActions(known).includes('request_refund')) return refuse({ code: 'order_state_conflict' });
  const taken = await takeDestination(deps, tx, known, request);
  if (!taken.ok) return taken;
  const order = taken.value;
  if (order.status !== 'requote') {
    const data = { order_id: order.id };
    if (order.status === 'refund_pending') await deps.queue.send(tx, JOB.executeRefund, data);
    // Decided when it came, or now where an earlier release left it; what a person looks at first waits with the destination known
    await returnByItself(deps, tx, order);
    if (surplusOf(order) > 0n) await deps.queue.send(tx, JOB.executeSurplus, data);
    const touch = { touch: 'know_destination', by: 'customer', isKnown: order.hasRefundDestination } as const;
    return accept(await applyTouch(deps, tx, { order, touch, by: actorOf(request.caller) }));
  }
  const cause = { move: 'refuse_requote', by: 'customer', now: deps.clock.now() } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: actorOf(request.caller) });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
