import * as z from 'zod';
import { mayRetryRefund, maySetRefundDestination } from '#core/payout.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { isFinal } from '#core/order/status.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor, Overtaken } from '#server/approvals/executor.ts';
import { openPart, sealPart } from '#server/approvals/sealed-part.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { NOBODY } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { changeRefundDestination } from '#server/orders/destination.ts';
import { lockById } from '#server/orders/find-order.ts';
import { type HeldOrder, lockHeldOrder } from '#server/orders/lock-held-order.ts';
import type { RefundRefusal } from '#server/orders/customer/refund-fields.ts';
import { JOB } from '#server/payouts/outbox.ts';
import { checkAddress } from '#server/payment-systems/check-address.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isContradicted } from './find-contradiction.ts';
import { findAttempts } from '#server/payouts/store.ts';

export interface SetDestination extends HeldOrder {
  readonly requisites: RequisiteValues;
  readonly noMemo: boolean;
  readonly note: string;
}

const Payload = z.object({ requisites_masked: z.record(z.string(), z.string()), requisites_digest: z.string() });

/**
 * Proposes where a refund or a surplus goes (domain 5: corrected by two operators). The second person reads it masked, or whole by a
 * view that is written down; what is paid is the sealed value of the same proposal. Refuses what the requisites' own check refuses.
 */
export async function proposeRefundDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: SetDestination,
): Promise<Result<{ approvalId: string }, RefundRefusal | 'lease_held' | 'approval_conflict'>> {
  const held = await lockHeldOrder(deps, tx, input);
  if (!held.ok) return held;
  const order = held.value;
  if (!maySetRefundDestination(order.status, await findAttempts(tx, order.id)))
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const fields = deps.catalogue.paymentSystem(order.incomeCode)?.outcomeFields ?? [];
  const checked = checkRequisites({ fields, values: input.requisites, noMemo: input.noMemo, checkAddress });
  if (!checked.ok)
    return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `refund_requisites/${refusal.field ?? ''}` })) };
  const { sealed, digest, same } = sealPart(deps, checked.value);
  const payload = {
    payment_system_id: order.incomeCode,
    requisites_masked: maskRequisites(fields, checked.value),
    requisites_digest: digest,
  };
  const { operatorId, note } = input;
  const sameAs = { order: order.id, requisites: same };
  return await propose(deps, tx, { kind: 'set_refund_destination', subject: order.id, payload, sealed, note, operatorId, sameAs });
}

/** The approved destination; the machine tries again at once. Refused while an attempt to the old one may still be executed. */
export const executeSetRefundDestination: Executor = async (deps, tx, { subject, payload, sealed }) => {
  const { requisites_masked: masked, requisites_digest: digest } = Payload.parse(payload);
  const order = await lockById(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (!maySetRefundDestination(order.status, await findAttempts(tx, order.id))) return refuse({ code: 'order_state_conflict' });
  const opened = openPart(deps, { sealed, digest });
  if (!opened.ok) return opened;
  await changeRefundDestination(tx, order.id, { sealed: deps.secrets.seal(JSON.stringify(opened.value)), masked });
  const job = order.status === 'refund_pending' ? JOB.executeRefund : JOB.executeSurplus;
  await deps.queue.send(tx, job, { order_id: order.id });
  await applyTouch(deps, tx, { order, touch: { touch: 'know_destination', by: 'operator', isKnown: true }, by: NOBODY });
  return accept(null);
};

/** What was to go back has gone, or goes to nobody any more. */
export const isRefundDestinationOver: Overtaken = async (_deps, tx, { subject }) => {
  const order = await lockById(tx, subject);
  return !order || (isFinal(order.status) && !maySetRefundDestination(order.status, await findAttempts(tx, order.id)));
};

/** A refund failed because of where it was sent: the customer is asked again. The old destination is forgotten, so nothing goes there. */
export async function askRefundDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: HeldOrder & { readonly note: string },
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const held = await lockHeldOrder(deps, tx, input);
  if (!held.ok) return held;
  const order = held.value;
  const isPossible = order.status === 'refund_pending' && maySetRefundDestination(order.status, await findAttempts(tx, order.id));
  if (!isPossible) return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  await changeRefundDestination(tx, order.id, { sealed: deps.secrets.seal('{}'), masked: {} });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'payout.ask_destination',
    subjectType: 'order',
    subjectId: order.id,
    detail: { note: input.note },
  });
  const touch = { touch: 'know_destination', by: 'operator', isKnown: false } as const;
  await applyTouch(deps, tx, { order, touch, by: { actorId: input.operatorId } });
  return accept(null);
}

/** Lets the machine try a failed refund again at once, whatever its pause and the number of its attempts. */
export async function retryRefund(
  deps: MoveDeps,
  tx: Tx,
  input: HeldOrder,
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const held = await lockHeldOrder(deps, tx, input);
  if (!held.ok) return held;
  const order = held.value;
  if (!mayRetryRefund(order.status, await findAttempts(tx, order.id)))
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  if (await isContradicted(tx, order.id)) return refuse({ code: 'order_state_conflict', message: 'payout_contradicted' });
  await deps.queue.send(tx, JOB.executeRefund, { order_id: order.id });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'payout.retry_refund',
    subjectType: 'order',
    subjectId: order.id,
    detail: {},
  });
  await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by: { actorId: input.operatorId } });
  return accept(null);
}
