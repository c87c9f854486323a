import { orderSubject, type PayoutPurpose, type Subject } from '#core/payout/payout.ts';
import type { PayoutAnswer, PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { isWrittenOff, mustNotResend } from '#server/payouts/by-hand/payout-blocks.ts';
import { findBlock } from '#server/payouts/gate/payout-gate.ts';
import { endCall, findEndedByOperators, insertPayout, type Payout } from '#server/payouts/store.ts';
import type { PayoutDeps, PendingPayout } from '#server/payouts/subject.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { payoutPause } from '#server/switches/switches.ts';
import { applyPayoutAnswer } from './apply-payout-answer.ts';

/**
 * Claims the next attempt on the payment system's current rail. Undefined: another attempt may still be executed, or the payout is
 * blocked (`findBlock`).
 */
export async function beginAttempt(deps: PayoutDeps, tx: Tx, outgoing: PendingPayout): Promise<Payout | undefined> {
  if ((await findBlock(deps, tx, outgoing)) !== null) return undefined;
  return await insertPayout(tx, { ...outgoing, id: deps.random.uuid(), now: deps.clock.now() });
}

async function requestOf(deps: PayoutDeps, payout: Payout): Promise<PayOutRequest> {
  const paymentSystem = deps.catalogue.paymentSystem(payout.code);
  if (!paymentSystem) throw new Error(`the catalogue lost ${payout.code}`);
  const destination = await deps.payoutSubjects[payout.subject.kind].destination(deps, payout);
  return { reference: payout.id, orderId: payout.subject.id, paymentSystem, amount: payout.amount, destination };
}

/** Calls a rail; an exception is an unknown outcome. */
async function callRail(
  deps: PayoutDeps,
  payout: Payout,
  call: (rail: Rail, request: PayOutRequest) => Promise<PayoutAnswer>,
): Promise<PayoutAnswer> {
  const rail = deps.rails.get(payout.rail);
  const isCapable =
    payout.purpose === 'payout' ? rail?.capabilities.paysOut : rail?.capabilities.paysOut || rail?.capabilities.returnsPayments;
  if (rail === undefined || isCapable !== true) return { outcome: 'unknown', reason: `rail ${payout.rail} is not available` };
  const request = await requestOf(deps, payout);
  try {
    return await call(rail, request);
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Asks the rail about every attempt that an operator ended as not sent, before a new one. Any answer except `not_found` and `failed` is
 * stored and blocks the new attempt.
 */
async function areEarlierAttemptsUnpaid(deps: PayoutDeps, subject: Subject, purpose: PayoutPurpose): Promise<boolean> {
  for (const payout of await findEndedByOperators(deps.db, subject, purpose)) {
    const answer = await callRail(deps, payout, async (rail, request) => await rail.askPayout(request));
    if (answer.outcome === 'not_found' || answer.outcome === 'failed') continue;
    deps.log.warn({ payout_id: payout.id, outcome: answer.outcome }, 'ended_payout_not_clear');
    await applyPayoutAnswer(deps, payout.id, answer);
    return false;
  }
  return true;
}

/** Claims an attempt, calls the rail, stores the answer. A crash between two steps is repaired by `pollPayout`. */
export async function executeSubjectPayout(deps: PayoutDeps, subject: Subject, purpose: PayoutPurpose): Promise<void> {
  if (!(await areEarlierAttemptsUnpaid(deps, subject, purpose))) return;
  const payout = await deps.payoutSubjects[subject.kind].claim(deps, subject.id, purpose);
  if (!payout) return;
  await applyPayoutAnswer(deps, payout.id, await callRail(deps, payout, async (rail, request) => await rail.payOut(request)));
  await endCall(deps.db, payout.id, payout.callDeadline);
}

/** Claims, sends and stores an attempt of an order. */
export const executePayout = async (deps: PayoutDeps, orderId: string, purpose: PayoutPurpose): Promise<void> =>
  await executeSubjectPayout(deps, orderSubject(orderId), purpose);

/** Cancels an attempt that the rail has not sent yet, if its money was written off. True: cancelled. */
async function cancelUnsent(deps: PayoutDeps, { id, state, subject, rail: name }: Payout): Promise<boolean> {
  const rail = deps.rails.get(name);
  if ((state !== 'accepted' && state !== 'unknown') || subject.kind !== 'order' || rail?.cancelPayout === undefined) return false;
  return (await isWrittenOff(deps.db, subject.id)) && (await rail.cancelPayout(id));
}

/**
 * Asks the provider about an attempt by our reference. Resends it, with this reference, only if the provider never received it and neither
 * a pause, a write-off nor a review prevents it.
 */
export async function pollPayout(deps: PayoutDeps, payout: Payout): Promise<void> {
  if (await cancelUnsent(deps, payout))
    return await applyPayoutAnswer(deps, payout.id, { outcome: 'failed', reason: 'its money was taken back' });
  const answer = await callRail(deps, payout, async (rail, request) => {
    const answered = await rail.askPayout(request);
    if (answered.outcome !== 'not_found' || (await payoutPause(deps.db, { ...payout, now: deps.clock.now() })) !== null) return answered;
    return (await mustNotResend(deps.db, payout.subject)) ? answered : await rail.payOut(request);
  });
  await applyPayoutAnswer(deps, payout.id, answer);
}
