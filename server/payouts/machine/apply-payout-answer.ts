import type { Fee } from '#core/order/cause.ts';
import { isUuid } from '#core/text/uuid.ts';
import type { PayoutAnswer } from '#server/adapters/rails/port.ts';
import type { PayoutDeps } from '#server/payouts/subject.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { findPayout, savePayout, type Payout, type PayoutChange } from '#server/payouts/store.ts';
import type { LockedSubject } from '#server/payouts/subject.ts';

/** The provider's answer as a change of the attempt. Executed with another amount counts as unknown until an operator checks. */
function changeFor(payout: Payout, answer: PayoutAnswer, now: number): PayoutChange {
  switch (answer.outcome) {
    case 'accepted':
      return { ...answer, state: 'accepted', now, reason: null };
    case 'executed':
      return answer.amount === payout.amount
        ? { state: 'executed', now, externalId: answer.externalId, txHash: answer.txHash, reason: null }
        : { state: 'unknown', now, txHash: answer.txHash, reason: `executed with another amount: ${answer.amount}` };
    case 'failed':
      return { state: 'failed', now, reason: answer.reason };
    case 'unknown':
      return { state: 'unknown', now, reason: answer.reason };
    case 'not_found':
      return { state: 'unknown', now, reason: 'the provider does not know it yet' };
  }
}

function feeOf(deps: PayoutDeps, answer: PayoutAnswer): Fee | null {
  if (!('networkFee' in answer) || answer.networkFee == null) return null;
  const system = deps.catalogue.paymentSystem(answer.networkFee.wallet);
  return system ? { wallet: system.outcomeWallet, asset: system.asset, amount: answer.networkFee.amount } : null;
}

const blameOf = (answer: PayoutAnswer): { blames?: 'destination' } =>
  answer.outcome === 'failed' && answer.cause !== undefined ? { blames: answer.cause } : {};

/** Passes a final state to the subject, which acts on it; any other state is only displayed. */
async function notifySubject(
  deps: PayoutDeps,
  subject: LockedSubject,
  { payout, change, answer }: { readonly payout: Payout; readonly change: PayoutChange; readonly answer: PayoutAnswer },
): Promise<void> {
  const { state } = change;
  if (state !== 'executed' && state !== 'failed') return await subject.onAttemptUpdated(payout, change);
  const by = { actor: 'provider', actorId: null, note: null } as const;
  await subject.onAttemptEnded({ payout, state, txHash: change.txHash ?? null, fee: feeOf(deps, answer), by, ...blameOf(answer) });
}

/** Whether an answer contradicts a final attempt. Nothing changes; an incident is raised. */
const isContradiction = (payout: Payout, answer: PayoutAnswer): boolean =>
  (payout.state === 'executed' && answer.outcome === 'failed') || (payout.state === 'failed' && answer.outcome === 'executed');

/** Stores a rail's answer (call result, callback or poll) and moves the attempt's subject with it, once: a final attempt never changes. */
export async function applyPayoutAnswer(deps: PayoutDeps, payoutId: string, answer: PayoutAnswer): Promise<void> {
  await deps.db.tx(async (tx) => {
    const existing = isUuid(payoutId.toLowerCase()) ? await findPayout(tx, payoutId) : undefined;
    if (!existing) {
      deps.log.warn({ payout_id: payoutId }, 'payout_answer_without_payout');
      return;
    }
    const { kind, id } = existing.subject;
    const subject = await deps.payoutSubjects[kind].lock(deps, tx, id);
    const payout = await findPayout(tx, payoutId);
    if (!subject || !payout) throw new Error(`payout ${payoutId} lost its ${kind}`);
    const subjectDetail = { [`${kind}_id`]: id };
    const change = changeFor(payout, answer, deps.clock.now());
    if (change.state === 'failed' && payout.purpose !== 'payout')
      deps.log.error({ payout_id: payoutId, ...subjectDetail, reason: change.reason }, 'refund_failed');
    if (change.state === 'unknown') deps.log.warn({ payout_id: payoutId, ...subjectDetail, reason: change.reason }, 'payout_unknown');
    const saved = await savePayout(tx, payoutId, change);
    if (saved) await notifySubject(deps, subject, { payout, change, answer });
    else if (isContradiction(payout, answer)) {
      const detail = { ...subjectDetail, purpose: payout.purpose, known: payout.state, told: answer.outcome };
      await raiseIncident(deps, tx, { kind: 'payout_contradicted', subject: payoutId, detail });
    }
  });
}
