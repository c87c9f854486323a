import * as z from 'zod';
import { mayRetryRefund, maySetRefundDestination } from '#core/payout/payout.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { isFinal } from '#core/order/status.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { openPart, sealPart } from '#server/approvals/sealed-part.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { applyTouch, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { changeRefundDestination } from '#server/orders/destination.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { type LeasedOrder, lockLeasedVersion } from '#server/orders/access.ts';
import type { RefundRefusal } from '#server/orders/readable-requisites.ts';
import { PAYOUT_JOBS } from '#server/payouts/subject.ts';
import { checkAddress } from '#server/payment-systems/check-address.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isContradicted } from './payout-blocks.ts';
import { findAttempts } from '#server/payouts/store.ts';

export interface SetRefundDestinationInput extends LeasedOrder {
  readonly requisites: RequisiteValues;
  readonly noMemo: boolean;
  readonly note: string;
}

const Payload = z.object({ requisites_masked: z.record(z.string(), z.string()), requisites_digest: z.string() });

/**
 * Proposes the destination of a refund or surplus (domain 5: two operators). The second operator reads it masked, or in full with an audit
 * entry. The money goes to this proposal's encrypted value.
 */
export async function proposeRefundDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: SetRefundDestinationInput,
): Promise<Result<{ approvalId: string }, RefundRefusal | 'lease_held' | 'approval_conflict'>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  if (!maySetRefundDestination(order.status, await findAttempts(tx, order.id)))
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const fields = deps.catalogue.paymentSystem(order.incomeCode)?.outcomeFields ?? [];
  const checked = checkRequisites({ fields, values: input.requisites, noMemo: input.noMemo, checkAddress });
  if (!checked.ok)
    return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `refund_requisites/${refusal.field ?? ''}` })) };
  const { sealed, digest, fingerprint } = sealPart(deps, checked.value);
  const payload = {
    payment_system_id: order.incomeCode,
    requisites_masked: maskRequisites(fields, checked.value),
    requisites_digest: digest,
  };
  const { operatorId, note } = input;
  const duplicateKey = { order: order.id, requisites: fingerprint };
  return await propose(deps, tx, {
    kind: 'set_refund_destination',
    subject: order.id,
    payload,
    sealed,
    note,
    operatorId,
    duplicateKey,
  });
}

/** Stores the approved destination and retries at once. Refused while an attempt to the old destination may still be executed. */
export const executeSetRefundDestination: Executor = async (deps, tx, { subject, payload, sealed }) => {
  const { requisites_masked: masked, requisites_digest: digest } = Payload.parse(payload);
  const order = await lockOrder(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (!maySetRefundDestination(order.status, await findAttempts(tx, order.id))) return refuse({ code: 'order_state_conflict' });
  const opened = openPart(deps, { sealed, digest });
  if (!opened.ok) return opened;
  await changeRefundDestination(tx, order.id, { sealed: deps.secrets.seal(JSON.stringify(opened.value)), masked });
  const job = order.status === 'refund_pending' ? PAYOUT_JOBS.executeRefund : PAYOUT_JOBS.executeSurplus;
  await deps.queue.send(tx, job, { order_id: order.id });
  await applyTouch(deps, tx, { order, touch: { touch: 'know_destination', by: 'operator', isKnown: true }, by: NO_ACTOR });
  return accept(null);
};

/** Whether the order is final and no refund or surplus of it still needs a destination. */
export const isRefundDestinationOutdated: OvertakenCheck = async (_deps, tx, { subject }) => {
  const order = await lockOrder(tx, subject);
  return !order || (isFinal(order.status) && !maySetRefundDestination(order.status, await findAttempts(tx, order.id)));
};

/** Asks the customer for another refund destination. The old one is deleted, so nothing more is sent to it. */
export async function requestRefundDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: LeasedOrder & { readonly note: string },
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
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

/** Retries a failed refund at once, ignoring the pause and the maximum number of attempts. */
export async function retryRefund(
  deps: MoveDeps,
  tx: Tx,
  input: LeasedOrder,
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  if (!mayRetryRefund(order.status, await findAttempts(tx, order.id)))
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  if (await isContradicted(tx, order.id)) return refuse({ code: 'order_state_conflict', message: 'payout_contradicted' });
  await deps.queue.send(tx, PAYOUT_JOBS.executeRefund, { order_id: order.id });
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
