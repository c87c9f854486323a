import type { Order } from '#core/order/order.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { customerActions } from '#core/order/actions.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { autoReturnSurplus } from '#server/payouts/surplus.ts';
import { checkAddress } from '#server/payment-systems/check-address.ts';
import { settlePayment } from './settle-payment.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyMove, applyTouch } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { actorOf, lockOwnOrder, type OrderCall } from '#server/orders/customer/customer-moves.ts';
import { PAYOUT_JOBS } from '#server/payouts/subject.ts';
import { refundFieldsOf, type RefundRefusal } from '#server/orders/readable-requisites.ts';
import { setRefundDestination } from '#server/orders/destination.ts';

export interface RefundRequest extends OrderCall {
  /** Destination of the refund, required where it is not known from the payment (crypto). */
  readonly requisites: RequisiteValues;
  readonly noMemo: boolean;
}

/** Stores the destination where one is needed; returns the order with it. */
async function saveDestination(
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
  await setRefundDestination(tx, order.id, {
    sealed: deps.secrets.seal(JSON.stringify(checked.value)),
    masked: maskRequisites(fields, checked.value),
  });
  return accept({ ...order, hasRefundDestination: true });
}

/**
 * Refunds the customer instead of exchanging at the recalculated amounts (T17), and stores an unknown destination. In `refund_pending`, and
 * where only surplus is returned, it just adds the destination.
 */
export async function requestRefund(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  request: RefundRequest,
): Promise<Result<Order, RefundRefusal>> {
  const locked = await lockOwnOrder(deps, tx, request);
  if (!locked.ok) return locked;
  // Payments reported since the offer count first; an expired offer does not prevent a refund
  const settled = locked.value.status === 'requote' ? await settlePayment(deps, tx, locked.value) : locked.value;
  if (!customerActions(settled).includes('request_refund')) return refuse({ code: 'order_state_conflict' });
  const withDestination = await saveDestination(deps, tx, settled, request);
  if (!withDestination.ok) return withDestination;
  const order = withDestination.value;
  if (order.status !== 'requote') {
    const data = { order_id: order.id };
    if (order.status === 'refund_pending') await deps.queue.send(tx, PAYOUT_JOBS.executeRefund, data);
    // Queues a return that was already decided; a return under review waits with its destination known
    await autoReturnSurplus(deps, tx, order);
    if (surplusOf(order) > 0n) await deps.queue.send(tx, PAYOUT_JOBS.executeSurplus, data);
    const touch = { touch: 'know_destination', by: 'customer', isKnown: order.hasRefundDestination } as const;
    return accept(await applyTouch(deps, tx, { order, touch, by: actorOf(request.caller) }));
  }
  const cause = { move: 'refuse_requote', by: 'customer', now: deps.clock.now() } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: actorOf(request.caller) });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}
