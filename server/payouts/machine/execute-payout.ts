import { orderSubject, type PayoutPurpose, type Subject } from '#core/payout.ts';
import type { PayoutAnswer, PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import type { PayoutDeps } from '#server/deps.ts';
import { applyPayoutAnswer } from './apply-payout-answer.ts';
import { isHeldBack, isLost } from '#server/payouts/by-hand/find-contradiction.ts';
import { payoutPause } from '#server/switches/payout-pause.ts';
import { endCall, findEndedByPeople, type Payout } from '#server/payouts/store.ts';

async function requestOf(deps: PayoutDeps, payout: Payout): Promise<PayOutRequest> {
  const paymentSystem = deps.catalogue.paymentSystem(payout.code);
  if (!paymentSystem) throw new Error(`the catalogue lost ${payout.code}`);
  const destination = await deps.payoutSubjects[payout.subject.kind].destination(deps, payout);
  return { reference: payout.id, orderId: payout.subject.id, paymentSystem, amount: payout.amount, destination };
}

/** What a rail says; a throw is "we cannot tell". */
async function listen(
  deps: PayoutDeps,
  payout: Payout,
  speak: (rail: Rail, request: PayOutRequest) => Promise<PayoutAnswer>,
): Promise<PayoutAnswer> {
  const rail = deps.rails.get(payout.rail);
  const can = payout.purpose === 'payout' ? rail?.capabilities.paysOut : rail?.capabilities.paysOut || rail?.capabilities.returnsPayments;
  if (rail === undefined || can !== true) return { outcome: 'unknown', reason: `rail ${payout.rail} is not available` };
  const request = await requestOf(deps, payout);
  try {
    return await speak(rail, request);
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Whether no earlier attempt, that a person has ended as not sent, may have paid after all: each is asked about by its reference, always,
 * before another is made. What its rail tells of is written down, and a rail that cannot tell is asked again.
 */
async function isClearOfEarlier(deps: PayoutDeps, subject: Subject, purpose: PayoutPurpose): Promise<boolean> {
  for (const payout of await findEndedByPeople(deps.db, subject, purpose)) {
    const answer = await listen(deps, payout, async (rail, request) => await rail.askPayout(request));
    if (answer.outcome === 'not_found' || answer.outcome === 'failed') continue;
    deps.log.warn({ payout_id: payout.id, outcome: answer.outcome }, 'ended_payout_not_clear');
    await applyPayoutAnswer(deps, payout.id, answer);
    return false;
  }
  return true;
}

/** Pays a subject out: claim, then call, then write the answer. Dying between any two steps is mended by `askPayout`. */
export async function executeFor(deps: PayoutDeps, subject: Subject, purpose: PayoutPurpose): Promise<void> {
  if (!(await isClearOfEarlier(deps, subject, purpose))) return;
  const payout = await deps.payoutSubjects[subject.kind].claim(deps, subject.id, purpose);
  if (!payout) return;
  await applyPayoutAnswer(deps, payout.id, await listen(deps, payout, async (rail, request) => await rail.payOut(request)));
  await endCall(deps.db, payout.id, payout.askingUntil);
}

/** The same for an order. */
export const executePayout = async (deps: PayoutDeps, orderId: string, purpose: PayoutPurpose): Promise<void> =>
  await executeFor(deps, orderSubject(orderId), purpose);

/** What was taken but only waits to be sent is not, once its money was taken back. */
async function isGivenUp(deps: PayoutDeps, { id, state, subject, rail: name }: Payout): Promise<boolean> {
  const rail = deps.rails.get(name);
  if (state !== 'accepted' || subject.kind !== 'order' || rail?.giveUp === undefined) return false;
  return (await isLost(deps.db, subject.id)) && (await rail.giveUp(id));
}

/**
 * Asks about an attempt by our reference; only a provider that is certain it never saw it is called again, with the same reference, and not
 * while payouts are paused or its money is gone or doubted.
 */
export async function askPayout(deps: PayoutDeps, payout: Payout): Promise<void> {
  if (await isGivenUp(deps, payout))
    return await applyPayoutAnswer(deps, payout.id, { outcome: 'failed', reason: 'its money was taken back' });
  const answer = await listen(deps, payout, async (rail, request) => {
    const known = await rail.askPayout(request);
    if (known.outcome !== 'not_found' || (await payoutPause(deps.db, { ...payout, now: deps.clock.now() })) !== null) return known;
    return (await isHeldBack(deps.db, payout.subject)) ? known : await rail.payOut(request);
  });
  await applyPayoutAnswer(deps, payout.id, answer);
}
