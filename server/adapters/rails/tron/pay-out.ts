import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import { reportPayout } from '#server/adapters/rails/report-payout.ts';
import type { Isolate } from '#server/adapters/rails/isolate.ts';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import {
  type EndOutcome,
  type IsPaused,
  PAID_BY_A_PERSON,
  type PayoutAnswer,
  type PayOutRequest,
  type RailEvents,
  unlessPaused,
} from '#server/adapters/rails/port.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isAddress, type PayoutKey, ZERO_ADDRESS } from './address.ts';
import { checkAsset, contractOf, destinationOf, MAIN_GENESIS } from './asset.ts';
import {
  discardExpired,
  endExcluded,
  findPayout,
  insertPayout,
  markBroadcast,
  markMovedSomethingElse,
  markPayoutReported,
  MOVED_SOMETHING_ELSE,
  type PayoutRow,
  type PayoutTerms,
  type RecordedPayout,
  settlePayout,
  UNSIGNED,
  unreportedPayouts,
} from './payout-store.ts';
import { ensureCursor, type ScanDeps, scanSolid } from './scan-chain.ts';
import { DESTINATION_REASONS, signPayout } from './sign-payout.ts';
import type { TransactionInfo } from './translate.ts';

export interface PayoutDeps extends ScanDeps {
  readonly railName: string;
  readonly key: PayoutKey | null;
  /** The most a payout may cost in fees, in sun. */
  readonly maxFee: bigint;
  /** Payment system of the coin: network fees are paid from it. */
  readonly coinCode: string;
  /** A payment system by its code, to check payouts that an earlier process inserted. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  /** Set in demo mode: payouts are not signed on the main network. */
  readonly developmentOnly: boolean;
}

/** A transaction that is in no solid block is sent again after this time: the same one, so a repeat is harmless. */
const REBROADCAST_MS = 20 * SECOND_MS;

const unknown = (reason: string): PayoutAnswer => ({ outcome: 'unknown', reason });

/** A payout that is not executed; one that a person paid instead is not a failure. */
function failedAnswer({ coinCode }: PayoutDeps, { reason, burnt }: Extract<PayoutRow, { state: 'failed' }>): PayoutAnswer {
  if (reason === PAID_BY_A_PERSON) return unknown(reason);
  const networkFee = burnt === null ? {} : { networkFee: { wallet: coinCode, amount: burnt.fee } };
  return { outcome: 'failed', reason, ...(DESTINATION_REASONS.has(reason) ? { cause: 'destination' } : {}), ...networkFee };
}

/** The terms of a payout, and why it is impossible whatever the node answers (null: it is possible). */
function termsOf(request: PayOutRequest): { readonly terms: PayoutTerms; readonly problem: string | null } {
  const { reference, paymentSystem, amount } = request;
  const contract = contractOf(paymentSystem);
  const destination = destinationOf(paymentSystem, request.destination) ?? '';
  const terms = { reference, paymentSystemCode: paymentSystem.code, contract: contract ?? null, destination, amount };
  if (contract === undefined) return { terms, problem: 'bad_rail_settings' };
  // Money sent to the zero address or to the token's contract is lost
  const isUnrecoverable = destination === ZERO_ADDRESS || destination === contract;
  return { terms, problem: isUnrecoverable || !isAddress(destination) ? 'bad_destination' : null };
}

/** Orders a payout: stored first, then checked, signed, recorded and sent. A repeated call resumes where the last one stopped. */
export async function payOut(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  if (request.amount <= 0n) throw new RangeError('a payout moves a positive amount');
  const { terms, problem } = termsOf(request);
  const row = await insertPayout(deps.db, { ...terms, rail: deps.railName }, { problem, now: deps.clock.now() });
  if (row.state === 'failed') return failedAnswer(deps, row);
  if (row.contract !== terms.contract || row.destination !== terms.destination || row.amount !== terms.amount) {
    deps.log.error({ reference: request.reference }, 'tron_payout_reference_reused');
    return unknown('reference_means_another_payout');
  }
  return unknownOnNodeError(deps, () => advance(deps, request.reference, request.paymentSystem));
}

/** The current state of a payout; signs and sends nothing. */
export async function askPayout(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  const row = await findPayout(deps.db, request.reference);
  return row ? unknownOnNodeError(deps, () => answerOf(deps, row)) : { outcome: 'not_found' };
}

/** A node that is down or responds with nonsense makes the answer `unknown`, never `failed`. */
async function unknownOnNodeError(deps: PayoutDeps, work: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcUnavailable)) throw error;
    deps.log.warn({ reason: error.message }, 'tron_node_unavailable');
    return unknown('node_unavailable');
  }
}

const isPausedFor = ({ isPaused, railName }: PayoutDeps, { paymentSystemCode }: PayoutTerms, tx?: Tx): Promise<boolean> =>
  isPaused({ code: paymentSystemCode, rail: railName }, tx);

/** Signs an ordered payout, fails an impossible one, or says why it waits. */
async function signOrdered(deps: PayoutDeps, terms: PayoutTerms, paymentSystem: PaymentSystem | undefined): Promise<string | null> {
  const { db, key, node } = deps;
  const refuse = async (reason: string) => {
    deps.log.error({ reference: terms.reference, reason }, 'tron_payout_refused');
    await UNSIGNED.refuse(db, terms.reference, reason);
    return null;
  };
  if (await isPausedFor(deps, terms)) return PAYOUTS_PAUSED;
  if (!key) return await refuse('no_payout_key');
  if (!paymentSystem) throw new RpcUnavailable(`the catalogue does not have ${terms.paymentSystemCode} yet`);
  const check = await checkAsset(deps, paymentSystem);
  // One answer of a node fails nothing
  if (!check.ok) return check.reason;
  if (check.contract !== terms.contract) return await refuse('other_contract');
  if (deps.developmentOnly && (await node.genesis()) === MAIN_GENESIS) return await refuse('demo_on_a_real_chain');
  // Before the first transaction: the block that contains it is then read
  await ensureCursor(deps);
  const answer = await signPayout({ ...deps, key, isPaused: (tx) => isPausedFor(deps, terms, tx) }, terms);
  if (answer.outcome === 'refused') return await refuse(answer.reason);
  return answer.outcome === 'done' ? null : answer.reason;
}

/** Advances a payout: signs it if it is only ordered, sends it if no solid block contains it. */
async function advance(deps: PayoutDeps, reference: string, paymentSystem: PaymentSystem | undefined): Promise<PayoutAnswer> {
  const ordered = await findPayout(deps.db, reference);
  const waitsFor = ordered?.state === 'ordered' ? await signOrdered(deps, ordered, paymentSystem) : null;
  if (waitsFor !== null) return unknown(waitsFor);
  const row = await findPayout(deps.db, reference);
  if (!row) throw new Error('a payout vanished');
  if (row.state !== 'recorded') return answerOf(deps, row);
  const info = await deps.node.solidInfo(row.signed.txId);
  if (info) return judge(deps, row, info);
  if (await discardExpired(deps.db, row)) {
    deps.log.warn({ reference, tx_id: row.signed.txId }, 'tron_payout_expired');
    return unknown('transaction_expired');
  }
  return send(deps, row);
}

/** Sends the recorded transaction. Whatever the node answers, the transaction may be executed until it has expired. */
async function send(deps: PayoutDeps, row: RecordedPayout): Promise<PayoutAnswer> {
  // Refused from now on; it ends when the solid blocks have passed that time
  if (row.signed.expiresAt <= deps.clock.now()) return unknown('transaction_expired');
  const work = () => deps.node.broadcast(row.signed.rawTx);
  const payout = { code: row.paymentSystemCode, rail: deps.railName };
  // The first time no pause can start before the node has the transaction
  const answer = row.broadcastAt === null ? await unlessPaused(deps, payout, work) : await work();
  if (answer === undefined) return unknown(PAYOUTS_PAUSED);
  if (!answer.taken) {
    deps.log.error({ reference: row.reference, reason: answer.reason }, 'tron_payout_not_taken');
    return row.broadcastAt === null ? unknown('node_refused') : acceptedAnswer(row);
  }
  await markBroadcast(deps.db, row, deps.clock.now());
  return acceptedAnswer(row);
}

const acceptedAnswer = ({ signed: { txId }, minedBlock }: RecordedPayout): PayoutAnswer => ({
  outcome: 'accepted',
  externalId: txId,
  txHash: txId,
  confirmations: minedBlock === null ? 0 : 1,
  requiredConfirmations: 1,
});

async function answerOf(deps: PayoutDeps, row: PayoutRow): Promise<PayoutAnswer> {
  if (row.state === 'ordered') return unknown((await isPausedFor(deps, row)) ? PAYOUTS_PAUSED : 'not_signed_yet');
  if (row.state === 'failed') return failedAnswer(deps, row);
  if (row.state === 'executed') return executedAnswer(deps, { amount: row.amount, fee: row.fee, txId: row.signed.txId });
  const info = await deps.node.solidInfo(row.signed.txId);
  if (info) return judge(deps, row, info);
  if (row.broadcastAt !== null) return acceptedAnswer(row);
  return unknown((await isPausedFor(deps, row)) ? PAYOUTS_PAUSED : 'not_sent_yet');
}

/** Whether a successful transaction moved what was ordered: the event of the one contract counts, not the call's result. */
export const movedAsOrdered = ({ contract, destination, amount }: PayoutTerms, { transfers }: TransactionInfo): boolean =>
  contract === null ||
  transfers.some((transfer) => transfer.contract === contract && transfer.to === destination && transfer.amount === amount);

/** Judges a transaction in a solid block. It is final where that block was read itself: one answer of a node may be of another chain. */
async function judge(deps: PayoutDeps, recorded: RecordedPayout, info: TransactionInfo): Promise<PayoutAnswer> {
  if (recorded.minedBlock === null) await scanSolid(deps);
  const row = await findPayout(deps.db, recorded.reference);
  if (row?.state !== 'recorded') return row ? answerOf(deps, row) : unknown('not_signed_yet');
  if (row.minedBlock !== info.blockNumber || row.signed.txId !== recorded.signed.txId) return acceptedAnswer(row);
  const { fee } = info;
  const { txId } = row.signed;
  if (!info.isSuccessful) {
    const reason = 'transaction_reverted';
    await settlePayout(deps.db, row, { state: 'failed', fee, reason });
    return failedAnswer(deps, { ...row, state: 'failed', reason, burnt: { fee, txId } });
  }
  if (!movedAsOrdered(row, info)) {
    deps.log.error({ reference: row.reference, tx_id: txId }, 'tron_payout_moved_something_else');
    await markMovedSomethingElse(deps.db, row.reference);
    return unknown(MOVED_SOMETHING_ELSE);
  }
  await settlePayout(deps.db, row, { state: 'executed', fee, reason: null });
  return executedAnswer(deps, { amount: row.amount, fee, txId });
}

const executedAnswer = (
  { coinCode }: PayoutDeps,
  { amount, fee, txId }: { readonly amount: bigint; readonly fee: bigint; readonly txId: string },
): PayoutAnswer => ({ outcome: 'executed', externalId: txId, txHash: txId, amount, networkFee: { wallet: coinCode, amount: fee } });

/** True if a payout will never be made. A signed one may be executed until it has expired. */
export const withdrawPayout = (deps: PayoutDeps, reference: string, outcome: EndOutcome): Promise<boolean> =>
  UNSIGNED.end({ ...deps, now: deps.clock.now() }, { reference, outcome }, async () => {
    const row = await findPayout(deps.db, reference);
    if (row?.state !== 'recorded') return false;
    const info = await deps.node.solidInfo(row.signed.txId);
    if (info) await judge(deps, row, info);
    return await endExcluded(deps.db, reference, outcome);
  });

/** The answer as a short text, compared with the last report; undefined for an unknown answer, which is not reported. */
const reportKey = (answer: PayoutAnswer): string | undefined =>
  answer.outcome === 'unknown' || answer.outcome === 'not_found' ? undefined : answer.outcome;

const isDue = (row: PayoutRow, now: Instant): boolean =>
  row.state === 'ordered' || (row.state === 'recorded' && row.minedBlock === null && (row.broadcastAt ?? 0) + REBROADCAST_MS <= now);

/** Advances every open payout and reports changes; a failing one does not delay the others. */
export async function pollPayouts(deps: PayoutDeps, events: RailEvents, isolate: Isolate): Promise<void> {
  for (const row of await unreportedPayouts(deps.db)) {
    const isDueNow = isDue(row, deps.clock.now());
    // In no solid block that was read: nothing new can be said of it
    if (row.state === 'recorded' && row.minedBlock === null && !isDueNow && row.reported !== null) continue;
    await isolate(row.reference, async () => {
      const answer = await unknownOnNodeError(deps, () =>
        isDueNow ? advance(deps, row.reference, deps.paymentSystem(row.paymentSystemCode)) : answerOf(deps, row),
      );
      await report(deps, { row, answer, events });
    });
  }
}

const report = (
  { db, log }: PayoutDeps,
  { row, answer, events }: { readonly row: PayoutRow; readonly answer: PayoutAnswer; readonly events: RailEvents },
): Promise<boolean> =>
  reportPayout(
    { log, events, store: (key) => markPayoutReported(db, row.reference, key) },
    { reference: row.reference, reported: row.reported, key: reportKey(answer), answer },
    'tron_payout_answer_not_taken',
  );
