import * as z from 'zod';
import { isAboveUsd } from '#core/approval.ts';
import { firstLimitUsd } from '#core/limits.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { orderSubject, type Subject } from '#core/payout.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor, Overtaken } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps, PayoutDeps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type HeldOrder, lockHeldOrder } from '#server/orders/lock-held-order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { BY_OPERATOR, endAttempt, findPayout, type Payout } from '#server/payouts/store.ts';

/** What a person says of an attempt. */
interface Word {
  readonly operatorId: string;
  readonly payoutId: string;
  readonly outcome: 'sent' | 'not_sent';
  /** The provider's or bank's reference: of the transfer, or of its word that there was none. */
  readonly reference: string;
  readonly note: string;
  /** The amount as the operator typed it. */
  readonly amount: string;
}

export type EndPayout = HeldOrder & Word;

type EndDeps = PayoutDeps;
type EndRefusal = 'approval_conflict' | 'not_found' | 'lease_held' | 'order_state_conflict' | 'required' | 'not_allowed_amount';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const Payload = z.object({
  payout_id: z.string(),
  outcome: z.enum(['sent', 'not_sent']),
  reference: z.string(),
  /** Minor units. */
  amount_minor: z.string(),
});

interface Evidence {
  readonly payoutId: string;
  readonly outcome: 'sent' | 'not_sent';
  readonly reference: string;
  readonly note: string;
  readonly operatorId: string;
}

/** Keeps the rail from carrying on by itself with what a person ends. False: it may still pay; then nobody says that it was not sent. */
const isLeftAlone = async ({ rails }: Pick<Deps, 'rails'>, payout: Payout, said: Evidence['outcome']): Promise<boolean> =>
  payout.state !== 'unknown' || ((await rails.get(payout.rail)?.withdrawPayout?.(payout.id, said)) ?? true);

/** Ends the attempt and moves what it pays for, if it is still unknown or in hand and no call about it is under way. */
async function end(
  deps: EndDeps,
  tx: Tx,
  subjectId: string,
  evidence: Evidence,
): Promise<Result<null, 'order_state_conflict' | 'not_found'>> {
  const known = await findPayout(tx, evidence.payoutId);
  if (known?.subject.id !== subjectId) return refuse({ code: 'not_found' });
  const subject = await deps.payoutSubjects[known.subject.kind].lock(deps, tx, subjectId);
  const payout = await findPayout(tx, evidence.payoutId);
  if (!subject || !payout) return refuse({ code: 'not_found' });
  const state = evidence.outcome === 'sent' ? 'executed' : 'failed';
  // The rail remembers his word at once: one that is refused here must not have been said to it
  const isBusy = payout.state === 'unknown' && payout.askingUntil !== null && payout.askingUntil.getTime() > deps.clock.now();
  if (isBusy) return refuse({ code: 'order_state_conflict', message: 'payout_busy' });
  if (!(await isLeftAlone(deps, payout, evidence.outcome)) && state === 'failed')
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const ended = await endAttempt(tx, payout.id, { state, now: deps.clock.now(), reference: evidence.reference, reason: BY_OPERATOR });
  if (!ended) return refuse({ code: 'order_state_conflict', message: payout.state === 'unknown' ? 'payout_busy' : 'payout_under_way' });
  const by = { actor: 'operator', actorId: evidence.operatorId, note: evidence.note } as const;
  await subject.onEnd({ payout, state, txHash: null, fee: null, by });
  return accept(null);
}

function isEndable(payout: Payout | undefined): payout is Payout {
  return payout?.state === 'unknown' || payout?.state === 'by_hand';
}

/** Texts and amount as a person typed them; refusals name their field. */
function checkEvidence(deps: Pick<Deps, 'catalogue'>, payout: Payout, input: Word): Result<null, 'required' | 'not_allowed_amount'> {
  if (input.reference.trim() === '') return refuse({ code: 'required', field: 'reference' });
  if (input.note.trim() === '') return refuse({ code: 'required', field: 'note' });
  if (input.amount.trim() === '') return refuse({ code: 'required', field: 'amount' });
  const scale = deps.catalogue.paymentSystem(payout.code)?.scale ?? 0;
  const typed = parseAmount(tidyAmount(input.amount), { scale, precision: scale });
  if (!typed.ok || typed.minor !== payout.amount)
    return refuse({ code: 'not_allowed_amount', field: 'amount', message: 'payout_amount_differs' });
  return accept(null);
}

/** Whether one person's word is not enough for this money (domain 5: above the first limit two; always where another has it in hand). */
function needsTwo(
  deps: Pick<Deps, 'catalogue' | 'quotes' | 'limits'>,
  { code, amount, state, takenBy }: Payout,
  operatorId: string,
): boolean {
  if (state === 'by_hand' && takenBy !== operatorId) return true;
  const scale = deps.catalogue.paymentSystem(code)?.scale ?? 0;
  return isAboveUsd(amount, scale, { usd: deps.quotes.usdOf(code), limitUsd: firstLimitUsd(deps.limits.current(), code) });
}

/**
 * A person ends an attempt that is unknown, or that he has in hand, either way with evidence (domain 5): `sent` completes, `not_sent`
 * is a definite failure. The amount is typed and must be the payout's. Above the first limit, and where somebody else has it in hand,
 * it becomes a proposal: `approvalId`.
 */
export async function endPayout(deps: EndDeps, tx: Tx, input: EndPayout): Promise<Result<{ approvalId: string | null }, EndRefusal>> {
  const held = await lockHeldOrder(deps, tx, input);
  return held.ok ? await endPayoutOf(deps, tx, orderSubject(input.orderId), input) : held;
}

/** The same of whatever pays through the machine. */
export async function endPayoutOf(
  deps: EndDeps,
  tx: Tx,
  subject: Subject,
  input: Word,
): Promise<Result<{ approvalId: string | null }, Exclude<EndRefusal, 'lease_held'>>> {
  const { outcome, operatorId } = input;
  const [reference, note] = [input.reference.trim(), input.note.trim()];
  const payout = UUID.test(input.payoutId) ? await findPayout(tx, input.payoutId) : undefined;
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
  if (needsTwo(deps, payout, operatorId))
    return await propose(deps, tx, { kind: 'end_payout', subject: subject.id, payload: detail, note, operatorId });
  const ended = await end(deps, tx, subject.id, { payoutId: payout.id, outcome, reference, note, operatorId });
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

/** The end of a payout that a second person has approved; what the machine has learned since then refuses it. */
export const executeEndPayout: Executor = async (deps, tx, { subject, payload, note, proposedBy }) => {
  const { payout_id: payoutId, outcome, reference, amount_minor: amount } = Payload.parse(payload);
  const payout = await findPayout(tx, payoutId);
  if (!isEndable(payout) || String(payout.amount) !== amount) return refuse({ code: 'order_state_conflict' });
  return await end(deps, tx, subject, { payoutId, outcome, reference, note, operatorId: proposedBy });
};

/** The machine or a person has ended it meanwhile. */
export const isEndPayoutOver: Overtaken = async (_deps, tx, { payload }) =>
  !isEndable(await findPayout(tx, Payload.parse(payload).payout_id));
