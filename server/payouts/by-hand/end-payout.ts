import * as z from 'zod';
import { isAboveUsd } from '#core/staff/approval.ts';
import { firstLimitUsd } from '#core/payout/payout-limits.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { orderSubject, type Subject } from '#core/payout/payout.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { isUuid } from '#core/text/uuid.ts';
import { mayPayWhileAbsent } from '#server/adapters/rails/port.ts';
import type { Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import type { PayoutDeps } from '#server/payouts/subject.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type LeasedOrder, lockLeasedVersion } from '#server/orders/access.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { ENDED_BY_OPERATOR, endAttempt, findPayout, lockPayout, type Payout } from '#server/payouts/store.ts';

/** What an operator enters to end an attempt. */
interface EndAttemptInput {
  readonly operatorId: string;
  readonly payoutId: string;
  readonly outcome: 'sent' | 'not_sent';
  /** The provider's or bank's reference: of the transfer, or of the confirmation that there was none. */
  readonly reference: string;
  readonly note: string;
  /** As typed; compared with the payout's amount. */
  readonly amount: string;
}

export type EndPayoutInput = LeasedOrder & EndAttemptInput;

type EndRefusal = 'approval_conflict' | 'not_found' | 'lease_held' | 'order_state_conflict' | 'required' | 'not_allowed_amount';

const Payload = z.object({
  payout_id: z.string(),
  outcome: z.enum(['sent', 'not_sent']),
  reference: z.string(),
  /** Minor units. */
  amount_minor: z.string(),
});

type Evidence = Omit<EndAttemptInput, 'amount'>;

/** Stops the rail from continuing an attempt that an operator ends. False: the rail may still pay. */
async function withdrawFromRail({ rails }: Pick<Deps, 'rails'>, payout: Payout, outcome: Evidence['outcome']): Promise<boolean> {
  if (payout.state !== 'unknown') return true;
  const rail = rails.get(payout.rail);
  if (rail === undefined) return !mayPayWhileAbsent(payout.rail);
  return (await rail.withdrawPayout?.(payout.id, outcome)) ?? true;
}

/** Whether the evidence is the transaction that the rail has sent for this attempt. */
const isOfRail = ({ txHash }: Payout, { outcome, reference }: Evidence): boolean =>
  outcome === 'sent' && txHash !== null && reference.toLowerCase() === txHash.toLowerCase();

/** Ends the attempt and moves its order or withdrawal, if the attempt is unknown or taken by hand and no call about it is running. */
async function applyEnd(
  deps: PayoutDeps,
  tx: Tx,
  subjectId: string,
  evidence: Evidence,
): Promise<Result<null, 'order_state_conflict' | 'not_found'>> {
  const existing = await findPayout(tx, evidence.payoutId);
  if (existing?.subject.id !== subjectId) return refuse({ code: 'not_found' });
  const subject = await deps.payoutSubjects[existing.subject.kind].lock(deps, tx, subjectId);
  // A rail that has withdrawn the payout must not be asked about it before this end is stored
  const payout = await lockPayout(tx, evidence.payoutId);
  if (!subject || !payout) return refuse({ code: 'not_found' });
  const state = evidence.outcome === 'sent' ? 'executed' : 'failed';
  // Checked before `withdrawFromRail`: the rail stores the outcome at once, so it must not get one that we refuse here
  const isBusy = payout.state === 'unknown' && payout.callDeadline !== null && payout.callDeadline.getTime() > deps.clock.now();
  if (isBusy) return refuse({ code: 'order_state_conflict', message: 'payout_busy' });
  if (!(await withdrawFromRail(deps, payout, evidence.outcome)) && !isOfRail(payout, evidence))
    return refuse({ code: 'order_state_conflict', message: state === 'failed' ? 'payout_under_way' : 'payout_sent_by_service' });
  const ended = await endAttempt(tx, payout.id, { state, now: deps.clock.now(), reference: evidence.reference, reason: ENDED_BY_OPERATOR });
  if (!ended) return refuse({ code: 'order_state_conflict', message: payout.state === 'unknown' ? 'payout_busy' : 'payout_under_way' });
  const by = { actor: 'operator', actorId: evidence.operatorId, note: evidence.note } as const;
  await subject.onAttemptEnded({ payout, state, txHash: null, fee: null, by });
  return accept(null);
}

function isEndable(payout: Payout | undefined): payout is Payout {
  return payout?.state === 'unknown' || payout?.state === 'by_hand';
}

/** Reference, note and amount as typed; each refusal names its field. */
function checkEvidence(
  deps: Pick<Deps, 'catalogue'>,
  payout: Payout,
  input: EndAttemptInput,
): Result<null, 'required' | 'not_allowed_amount'> {
  if (input.reference.trim() === '') return refuse({ code: 'required', field: 'reference' });
  if (input.note.trim() === '') return refuse({ code: 'required', field: 'note' });
  if (input.amount.trim() === '') return refuse({ code: 'required', field: 'amount' });
  const scale = deps.catalogue.paymentSystem(payout.code)?.scale ?? 0;
  const parsed = parseAmount(tidyAmount(input.amount), { scale, precision: scale });
  if (!parsed.ok || parsed.minor !== payout.amount)
    return refuse({ code: 'not_allowed_amount', field: 'amount', message: 'payout_amount_differs' });
  return accept(null);
}

/** Whether a second operator must approve (domain 5): always if another operator has taken the payout, otherwise above the first limit. */
function needsSecondOperator(
  deps: Pick<Deps, 'catalogue' | 'quotes' | 'limits'>,
  { code, amount, state, takenBy }: Payout,
  operatorId: string,
): boolean {
  if (state === 'by_hand' && takenBy !== operatorId) return true;
  const scale = deps.catalogue.paymentSystem(code)?.scale ?? 0;
  return isAboveUsd(amount, scale, { usd: deps.quotes.usdOf(code), limitUsd: firstLimitUsd(deps.limits.current(), code) });
}

/**
 * Ends an attempt that is unknown or taken by hand, with an operator's evidence (domain 5). `sent` completes it, `not_sent` is a definite
 * failure. Returns `approvalId` where a second operator must approve.
 */
export async function endPayout(
  deps: PayoutDeps,
  tx: Tx,
  input: EndPayoutInput,
): Promise<Result<{ approvalId: string | null }, EndRefusal>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  return locked.ok ? await endSubjectPayout(deps, tx, orderSubject(input.orderId), input) : locked;
}

/** Ends an attempt of an order or a withdrawal, as `endPayout`; the caller has locked the subject. */
export async function endSubjectPayout(
  deps: PayoutDeps,
  tx: Tx,
  subject: Subject,
  input: EndAttemptInput,
): Promise<Result<{ approvalId: string | null }, Exclude<EndRefusal, 'lease_held'>>> {
  const { outcome, operatorId } = input;
  const [reference, note] = [input.reference.trim(), input.note.trim()];
  const payout = isUuid(input.payoutId.toLowerCase()) ? await findPayout(tx, input.payoutId) : undefined;
  if (!isEndable(payout) || payout.subject.id !== subject.id) return refuse({ code: 'order_state_conflict' });
  const checked = checkEvidence(deps, payout, input);
  if (!checked.ok) return checked;
  const { code, purpose, amount } = payout;
  const system = deps.catalogue.paymentSystem(code);
  const detail = {
    payout_id: payout.id,
    purpose,
    outcome,
    reference,
    payment_system_id: code,
    amount: formatAmount(amount, system?.scale ?? 0),
    amount_minor: String(amount),
    currency_iso_code: system?.currency ?? '',
    ...(subject.kind === 'order' ? {} : { subject_kind: subject.kind }),
  } satisfies z.input<typeof Payload> & Record<string, unknown>;
  if (needsSecondOperator(deps, payout, operatorId))
    return await propose(deps, tx, { kind: 'end_payout', subject: subject.id, payload: detail, note, operatorId });
  const ended = await applyEnd(deps, tx, subject.id, { payoutId: payout.id, outcome, reference, note, operatorId });
  if (!ended.ok) return ended;
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'payout.end',
    subjectType: subject.kind,
    subjectId: subject.id,
    detail: { ...detail, payment_system: code, amount: String(amount), note },
  });
  return accept({ approvalId: null });
}

/** Executes an approved end of an attempt. Refused if the attempt has a final state by now. */
export const executeEndPayout: Executor = async (deps, tx, { subject, payload, note, proposedBy }) => {
  const { payout_id: payoutId, outcome, reference, amount_minor: amount } = Payload.parse(payload);
  const payout = await findPayout(tx, payoutId);
  if (!isEndable(payout) || String(payout.amount) !== amount) return refuse({ code: 'order_state_conflict' });
  return await applyEnd(deps, tx, subject, { payoutId, outcome, reference, note, operatorId: proposedBy });
};

/** Whether the attempt was ended by a provider's report or an operator since the proposal. */
export const isEndPayoutOutdated: OvertakenCheck = async (_deps, tx, { payload }) =>
  !isEndable(await findPayout(tx, Payload.parse(payload).payout_id));
