import type { Fee } from '#core/order/cause.ts';
import type { PayoutAnswer } from '#server/adapters/rails/port.ts';
import type { PayoutDeps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { findPayout, savePayout, type Payout, type PayoutChange } from '#server/payouts/store.ts';
import type { LockedSubject } from '#server/payouts/subject.ts';

/** References are ours; a provider's report may carry anything. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The provider's word as a change of the attempt. An amount that is not ours is never success: it stays unknown until a person looks. */
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
  answer.outcome === 'failed' && answer.blames !== undefined ? { blames: answer.blames } : {};

/** The provider's word about an attempt: its end is its subject's to act on, everything else is shown at most. */
async function tell(
  deps: PayoutDeps,
  subject: LockedSubject,
  { payout, change, answer }: { readonly payout: Payout; readonly change: PayoutChange; readonly answer: PayoutAnswer },
): Promise<void> {
  const { state } = change;
  if (state !== 'executed' && state !== 'failed') return await subject.onNews(payout, change);
  const by = { actor: 'provider', actorId: null, note: null } as const;
  await subject.onEnd({ payout, state, txHash: change.txHash ?? null, fee: feeOf(deps, answer), by, ...blameOf(answer) });
}

/** A final attempt that is now told the other way: nothing changes, a person must look. */
const contradicts = (payout: Payout, answer: PayoutAnswer): boolean =>
  (payout.state === 'executed' && answer.outcome === 'failed') || (payout.state === 'failed' && answer.outcome === 'executed');

/** Writes what a rail says about one attempt (its answer, a callback, a poll) and moves its subject with it, once: a final attempt never changes again. */
export async function applyPayoutAnswer(deps: PayoutDeps, payoutId: string, answer: PayoutAnswer): Promise<void> {
  await deps.db.tx(async (tx) => {
    const known = UUID.test(payoutId) ? await findPayout(tx, payoutId) : undefined;
    if (!known) {
      deps.log.warn({ payout_id: payoutId }, 'payout_answer_without_payout');
      return;
    }
    const { kind, id } = known.subject;
    const subject = await deps.payoutSubjects[kind].lock(deps, tx, id);
    const payout = await findPayout(tx, payoutId);
    if (!subject || !payout) throw new Error(`payout ${payoutId} lost its ${kind}`);
    const named = { [`${kind}_id`]: id };
    const change = changeFor(payout, answer, deps.clock.now());
    if (change.state === 'failed' && payout.purpose !== 'payout')
      deps.log.error({ payout_id: payoutId, ...named, reason: change.reason }, 'refund_failed');
    if (change.state === 'unknown') deps.log.warn({ payout_id: payoutId, ...named, reason: change.reason }, 'payout_unknown');
    const saved = await savePayout(tx, payoutId, change);
    if (saved) await tell(deps, subject, { payout, change, answer });
    else if (contradicts(payout, answer)) {
      const detail = { ...named, purpose: payout.purpose, known: payout.state, told: answer.outcome };
      await raiseIncident(deps, tx, { kind: 'payout_contradicted', subject: payoutId, detail });
    }
  });
}
