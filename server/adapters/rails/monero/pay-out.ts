import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { Isolate } from '#server/adapters/rails/isolate.ts';
import { isNodeError, RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import {
  type EndOutcome,
  type IsPaused,
  PAID_BY_A_PERSON,
  type PayoutAnswer,
  type PayOutRequest,
  type RailEvents,
  unlessPaused,
} from '#server/adapters/rails/port.ts';
import { reportPayout } from '#server/adapters/rails/report-payout.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { networkOf } from './address.ts';
import { judgeExclusion, thawOutputs } from './judge-exclusion.ts';
import { makePayout } from './make-payout.ts';
import { checkSystem, confirmationsOf, destinationOf } from './payment-system.ts';
import {
  endMade,
  findPayout,
  insertPayout,
  markLocated,
  markPayoutReported,
  markSent,
  type PayoutRow,
  type PayoutTerms,
  type RecordedPayout,
  settlePayout,
  startSending,
  UNMADE,
  unreportedPayouts,
} from './payout-store.ts';
import type { ScanDeps } from './scan-wallet.ts';
import type { MoneroWallet } from './wallet.ts';

export interface PayoutDeps extends ScanDeps {
  readonly railName: string;
  /** The wallet that pays; null: this process does not. */
  readonly paying: MoneroWallet | null;
  /** The most a payout may cost in fees. */
  readonly maxFee: bigint;
  /** Payment system of the coin: network fees are paid from it. */
  readonly coinCode: string;
  /** A payment system by its code, to check payouts that an earlier process inserted. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
}

/** A transaction that the node does not show is sent again after this time: the same one, so a repeat is harmless. */
const RESEND_MS = MINUTE_MS;

/** Waiting for these needs a person: they are alarmed as faults. */
const FAULTS: ReadonlySet<string> = new Set(['node_refused', 'too_many_small_outputs']);

const unknown = (reason: string): PayoutAnswer => ({ outcome: 'unknown', reason });

/** A payout that is not executed; one that a person paid instead is not a failure. */
const failedAnswer = (reason: string): PayoutAnswer =>
  reason === PAID_BY_A_PERSON
    ? unknown(reason)
    : { outcome: 'failed', reason, ...(reason === 'bad_destination' ? { cause: 'destination' } : {}) };

const acceptedAnswer = ({ made: { txId }, requiredConfirmations }: RecordedPayout, confirmations: number): PayoutAnswer => ({
  outcome: 'accepted',
  externalId: txId,
  txHash: txId,
  confirmations,
  requiredConfirmations,
});

/** Orders a payout: stored first, then made, recorded and sent. A repeated call resumes where the last one stopped. */
export async function payOut(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  const { reference, paymentSystem, amount } = request;
  if (amount <= 0n) throw new RangeError('a payout moves a positive amount');
  const destination = destinationOf(paymentSystem, request.destination) ?? '';
  const terms = {
    reference,
    paymentSystemCode: paymentSystem.code,
    destination,
    amount,
    requiredConfirmations: confirmationsOf(paymentSystem),
    rail: deps.railName,
  };
  const problem = networkOf(destination) === undefined ? 'bad_destination' : null;
  const row = await insertPayout(deps.db, terms, { problem, now: deps.clock.now() });
  if (row.state === 'failed') return failedAnswer(row.reason);
  if (row.destination !== destination || row.amount !== amount) {
    deps.log.error({ reference }, 'monero_payout_reference_reused');
    return unknown('reference_means_another_payout');
  }
  return unknownOnNodeError(deps, () => advance(deps, reference, paymentSystem));
}

/** The current state of a payout; makes and sends nothing. */
export async function askPayout(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  const row = await findPayout(deps.db, request.reference);
  return row ? unknownOnNodeError(deps, () => answerOf(deps, row)) : { outcome: 'not_found' };
}

/** A node or wallet that is down or responds with nonsense makes the answer `unknown`, never `failed`. */
async function unknownOnNodeError(deps: PayoutDeps, work: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!isNodeError(error)) throw error;
    deps.log.warn({ reason: error.message }, 'monero_node_unavailable');
    return unknown('node_unavailable');
  }
}

const isPausedFor = ({ isPaused, railName }: PayoutDeps, { paymentSystemCode }: PayoutTerms, tx?: Tx): Promise<boolean> =>
  isPaused({ code: paymentSystemCode, rail: railName }, tx);

/** Makes an ordered payout, fails an impossible one, or says why it waits. */
async function makeOrdered(deps: PayoutDeps, terms: PayoutTerms, paymentSystem: PaymentSystem | undefined): Promise<string | null> {
  const { db, paying } = deps;
  const refuse = async (reason: string) => {
    deps.log.error({ reference: terms.reference, reason }, 'monero_payout_refused');
    await UNMADE.refuse(db, terms.reference, reason);
    return null;
  };
  if (await isPausedFor(deps, terms)) return PAYOUTS_PAUSED;
  if (!paying) return await refuse('no_paying_wallet');
  if (!paymentSystem) throw new RpcUnavailable(`the catalogue does not have ${terms.paymentSystemCode} yet`);
  const check = await checkSystem(deps, paymentSystem);
  // One answer of a node fails nothing
  if (!check.ok) return check.problem;
  if (deps.developmentOnly && check.network === 'main') return await refuse('demo_on_a_real_chain');
  const answer = await makePayout({ ...deps, paying, isPaused: (tx) => isPausedFor(deps, terms, tx) }, terms);
  if (answer.outcome === 'refused') return await refuse(answer.reason);
  return answer.outcome === 'done' ? null : answer.reason;
}

/** Advances a payout: makes it if it is only ordered, sends it if the node does not have it. */
async function advance(deps: PayoutDeps, reference: string, paymentSystem: PaymentSystem | undefined): Promise<PayoutAnswer> {
  const ordered = await findPayout(deps.db, reference);
  const waitsFor = ordered?.state === 'ordered' ? await makeOrdered(deps, ordered, paymentSystem) : null;
  if (waitsFor !== null) return unknown(waitsFor);
  const row = await findPayout(deps.db, reference);
  if (!row) throw new Error('a payout vanished');
  if (row.state !== 'recorded') return answerOf(deps, row);
  const found = await locate(deps, row);
  if (found) return found;
  const exclusion = await judgeExclusion(deps, row);
  if (exclusion === 'none') return await send(deps, row);
  return unknown(exclusion === 'proven' ? 'transaction_excluded' : 'outputs_spent_elsewhere');
}

/** Looks a transaction up at the node, and settles it with its confirmations; undefined: the node does not have it. */
async function locate(deps: PayoutDeps, row: RecordedPayout): Promise<PayoutAnswer | undefined> {
  const { db, node } = deps;
  const { txId } = row.made;
  const location = (await node.locate([txId])).get(txId);
  if (!location) return undefined;
  if (row.sentAt === null) await markSent(db, row, deps.clock.now());
  await markLocated(db, row, location.blockHeight);
  if (location.blockHeight === null) return acceptedAnswer(row, 0);
  const depth = Math.max(0, (await node.head()).height - location.blockHeight);
  if (depth < row.requiredConfirmations || !(await isConfirmedByWallet(deps, row)))
    return acceptedAnswer(row, Math.min(depth, row.requiredConfirmations));
  await settlePayout(db, row, location.blockHeight);
  deps.log.info({ reference: row.reference, tx_id: txId }, 'monero_payout_executed');
  return executedAnswer(deps, row);
}

/** The wallet has read the blocks itself: it is final by both. A wallet that was changed since does not know it. */
async function isConfirmedByWallet({ paying }: PayoutDeps, { made }: RecordedPayout): Promise<boolean> {
  if (!paying) return false;
  return (await paying.primaryAddress()) !== made.wallet || (await paying.hasSent(made.txId));
}

/**
 * Sends the recorded transaction: first through its wallet, which then knows that its outputs are spent, later to the node alone. Whatever
 * is answered, it may be mined.
 */
async function send(deps: PayoutDeps, row: RecordedPayout): Promise<PayoutAnswer> {
  const { paying } = deps;
  if (!paying) return unknown('not_sent_yet');
  const isFirst = row.sentAt === null;
  if (isFirst && (await isPausedFor(deps, row))) return unknown(PAYOUTS_PAUSED);
  if (!(await startSending(deps.db, row, deps.clock.now()))) return unknown('not_sent_yet');
  const work = async () => {
    if (isFirst && (await paying.primaryAddress()) === row.made.wallet && (await relay(paying, row))) return null;
    const answer = await deps.node.send(row.made.rawTx);
    return answer.taken ? null : answer.reason;
  };
  const payout = { code: row.paymentSystemCode, rail: deps.railName };
  // The first time no pause can start before the node has the transaction
  const refusal = isFirst ? await unlessPaused(deps, payout, work) : await work();
  if (refusal === undefined) return unknown(PAYOUTS_PAUSED);
  if (refusal !== null) {
    deps.log.error({ reference: row.reference, reason: refusal }, 'monero_payout_not_taken');
    return isFirst ? unknown('node_refused') : acceptedAnswer(row, 0);
  }
  await markSent(deps.db, row, deps.clock.now());
  return acceptedAnswer(row, 0);
}

/** False: the wallet refuses, which gives no reason; the node is asked next. */
async function relay(paying: MoneroWallet, { made }: RecordedPayout): Promise<boolean> {
  try {
    await paying.relay(made.metadata);
    return true;
  } catch (error) {
    if (error instanceof RpcRefusal) return false;
    throw error;
  }
}

async function answerOf(deps: PayoutDeps, row: PayoutRow): Promise<PayoutAnswer> {
  if (row.state === 'ordered') return unknown((await isPausedFor(deps, row)) ? PAYOUTS_PAUSED : 'not_made_yet');
  if (row.state === 'failed') return failedAnswer(row.reason);
  if (row.state === 'executed') return executedAnswer(deps, row);
  const found = await locate(deps, row);
  if (found) return found;
  if (row.sentAt !== null) return row.excluded === null ? acceptedAnswer(row, 0) : unknown('outputs_spent_elsewhere');
  return unknown((await isPausedFor(deps, row)) ? PAYOUTS_PAUSED : 'not_sent_yet');
}

const executedAnswer = ({ coinCode }: PayoutDeps, { amount, made }: Pick<RecordedPayout, 'amount' | 'made'>): PayoutAnswer => ({
  outcome: 'executed',
  externalId: made.txId,
  txHash: made.txId,
  amount,
  networkFee: { wallet: coinCode, amount: made.fee },
});

/** True if a payout will never be made. One that was sent may be mined until another transaction has spent its outputs for good. */
export const withdrawPayout = (deps: PayoutDeps, reference: string, outcome: EndOutcome): Promise<boolean> =>
  UNMADE.end({ ...deps, now: deps.clock.now() }, { reference, outcome }, async () => {
    const row = await findPayout(deps.db, reference);
    if (row?.state !== 'recorded') return false;
    if (row.startedAt === null && (await endUnsent(deps, row, outcome))) return true;
    if (await locate(deps, row)) return false;
    if ((await judgeExclusion(deps, row, 'keep')) !== 'proven') return false;
    await thawOutputs(deps, row);
    return await endMade(deps.db, row, { outcome, isExcluded: true });
  });

/** Ends a made payout that was never sent, also while the wallet is down: its outputs stay frozen then. */
async function endUnsent(deps: PayoutDeps, row: RecordedPayout, outcome: EndOutcome): Promise<boolean> {
  if (!(await endMade(deps.db, row, { outcome, isExcluded: false }))) return false;
  try {
    await thawOutputs(deps, row);
  } catch (error) {
    if (!isNodeError(error)) throw error;
    deps.log.warn({ reference: row.reference, reason: error.message }, 'monero_outputs_stay_frozen');
  }
  return true;
}

/** The answer as a short text, compared with the last report; undefined for an unknown answer, which is not reported. */
const reportKey = (answer: PayoutAnswer): string | undefined => {
  if (answer.outcome === 'accepted') return `accepted:${answer.confirmations}:${answer.txHash}`;
  return answer.outcome === 'executed' || answer.outcome === 'failed' ? answer.outcome : undefined;
};

/** Not in the node as far as is known, and not sent since a while. */
const isDue = (row: PayoutRow, now: Instant): boolean =>
  row.state === 'ordered' || (row.state === 'recorded' && row.blockHeight === null && (row.sentAt ?? 0) + RESEND_MS <= now);

/** Advances every open payout and reports changes; a failing one does not delay the others. */
export async function pollPayouts(deps: PayoutDeps, events: RailEvents, isolate: Isolate): Promise<void> {
  for (const row of await unreportedPayouts(deps.db))
    await isolate(row.reference, async () => {
      const answer = await unknownOnNodeError(deps, () =>
        isDue(row, deps.clock.now()) ? advance(deps, row.reference, deps.paymentSystem(row.paymentSystemCode)) : answerOf(deps, row),
      );
      await report(deps, { row, answer, events });
      if (answer.outcome === 'unknown' && FAULTS.has(answer.reason)) throw new Error(answer.reason);
    });
}

const report = (
  { db, log }: PayoutDeps,
  { row, answer, events }: { readonly row: PayoutRow; readonly answer: PayoutAnswer; readonly events: RailEvents },
): Promise<boolean> =>
  reportPayout(
    { log, events, store: (key) => markPayoutReported(db, row.reference, key) },
    { reference: row.reference, reported: row.reported, key: reportKey(answer), answer },
    'monero_payout_answer_not_taken',
  );
