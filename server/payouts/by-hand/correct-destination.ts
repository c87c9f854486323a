import * as z from 'zod';
import { mayCorrectDestination } from '#core/payout/payout.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { maskRequisites } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { requisiteTerms } from '#core/search/order-terms.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import { openPart, sealPart } from '#server/approvals/sealed-part.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { queueDestinationEmail } from '#server/order-emails/event-emails.ts';
import { changePayoutDestination, destinationText } from '#server/orders/destination.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { type LeasedOrder, lockLeasedVersion } from '#server/orders/access.ts';
import type { RefundRefusal } from '#server/orders/readable-requisites.ts';
import { applyTouch, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import { numbersOf } from '#server/orders/terms/order-terms.ts';
import { insertTerms } from '#server/orders/terms/term-index.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { checkAddressOf } from '#server/payment-systems/check-address.ts';
import { findAttempts } from '#server/payouts/store.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isCorrectable } from '#server/payouts/corrections/request-destination.ts';
import { closeRequests } from '#server/payouts/corrections/store.ts';

export interface CorrectDestinationInput extends LeasedOrder {
  readonly requisites: RequisiteValues;
  readonly noMemo: boolean;
  readonly note: string;
}

const Payload = z.object({
  requisites_masked: z.record(z.string(), z.string()),
  requisites_digest: z.string(),
  given_by: z.literal('customer').optional(),
});

/**
 * Proposes another destination for a payout with a wrong one (domain 5: two operators), only while no attempt can pay. The second operator
 * reads it masked, or in full with an audit entry.
 */
export async function proposeDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: CorrectDestinationInput,
): Promise<Result<{ approvalId: string }, RefundRefusal | 'lease_held' | 'approval_conflict'>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  const system = deps.catalogue.paymentSystem(order.outcomeCode);
  if (!(await isCorrectable(tx, order)) || system === undefined)
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const { outcomeFields: fields } = system;
  const checked = checkRequisites({ fields, values: input.requisites, noMemo: input.noMemo, checkAddress: checkAddressOf(system) });
  if (!checked.ok)
    return { ok: false, refusals: checked.refusals.map((refusal) => ({ ...refusal, field: `requisites/${refusal.field ?? ''}` })) };
  const { sealed, digest, fingerprint } = sealPart(deps, checked.value);
  const payload = {
    payment_system_id: order.outcomeCode,
    requisites_masked: maskRequisites(fields, checked.value),
    requisites_digest: digest,
  };
  const { operatorId, note } = input;
  const duplicateKey = { order: order.id, requisites: fingerprint };
  return await propose(deps, tx, {
    kind: 'correct_destination',
    subject: order.id,
    payload,
    sealed,
    note,
    operatorId,
    duplicateKey,
  });
}

/**
 * Stores the approved destination. Nothing is paid: the payout must be retried, and above the limit it needs approval again. Raises an
 * incident and mails the customer (quality R56).
 */
export const executeCorrectDestination: Executor = async (deps, tx, { subject, payload, sealed, proposedBy, approvedBy }) => {
  const { requisites_masked: masked, requisites_digest: digest, given_by: givenBy } = Payload.parse(payload);
  const order = await lockOrder(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (!(await isCorrectable(tx, order))) return refuse({ code: 'order_state_conflict' });
  const opened = openPart(deps, { sealed, digest });
  if (!opened.ok) return opened;
  const text = JSON.stringify(opened.value);
  const fingerprint = deps.secrets.fingerprint(destinationText(order.outcomeCode, text));
  await changePayoutDestination(tx, order.id, { sealed: deps.secrets.seal(text), masked, fingerprint });
  const fields = deps.catalogue.paymentSystem(order.outcomeCode)?.outcomeFields ?? [];
  await insertTerms(tx, order, numbersOf(deps, requisiteTerms(fields, opened.value)));
  const touched = await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by: NO_ACTOR });
  await closeRequests(tx, order.id, deps.clock.now());
  const detail = {
    requisites_masked: masked,
    given_by: givenBy,
    proposed_by: givenBy === undefined ? proposedBy : undefined,
    approved_by: approvedBy,
  };
  await raiseIncident(deps, tx, { kind: 'destination_corrected', subject: order.id, detail });
  await queueDestinationEmail(tx, touched, deps.clock.now());
  return accept(null);
};

/** Whether the payout was retried, refunded or paid by hand since the proposal. */
export const isCorrectionOutdated: OvertakenCheck = async (_deps, tx, { subject }) => {
  const order = await lockOrder(tx, subject);
  return !order || !mayCorrectDestination(order.status, await findAttempts(tx, order.id));
};
