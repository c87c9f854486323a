import { isAddress } from 'viem/utils';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import {
  type IsPaused,
  PAID_BY_A_PERSON,
  type PayoutAnswer,
  type PayOutRequest,
  type RailEvents,
  unlessPaused,
} from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { type AssetCheck, assetOf, destinationOf } from './asset.ts';
import { reportPayout } from '#server/adapters/rails/report-payout.ts';
import type { Isolate } from '#server/adapters/rails/isolate.ts';
import { findReplacedBy, isProven, judgeReceipt, type ProofDeps } from './judge-payout.ts';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import {
  findPayout,
  insertPayout,
  markBroadcast,
  markPayoutReported,
  type PayoutRow,
  type PayoutTerms,
  type RecordedPayout,
  UNSIGNED,
  settlePayout,
  unreportedPayouts,
} from './payout-store.ts';
import { ensureCursor } from './scan-deposits.ts';
import { type PayoutKey, signPayout } from './sign-payout.ts';

export interface PayoutDeps extends ProofDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly railName: string;
  readonly key: PayoutKey | null;
  readonly checkAsset: (paymentSystem: PayOutRequest['paymentSystem']) => Promise<AssetCheck>;
  readonly defaultConfirmations: number;
  /** Payment system of the chain's own coin: network fees are paid from it. */
  readonly coinCode: string;
  /** A payment system by its code, to check payouts that an earlier process inserted. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  /** Set in demo mode: payouts are signed only on chains of developers' own nodes. */
  readonly developmentOnly: boolean;
}

/** Chains of developers' own nodes (anvil, hardhat, ganache): their money is worthless. */
export const DEVELOPMENT_CHAINS: readonly number[] = [31_337, 1_337];

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** An unmined transaction is sent again after this time: the same one, so a repeat is harmless. */
const REBROADCAST_MS = 20 * SECOND_MS;

const unknown = (reason: string): PayoutAnswer => ({ outcome: 'unknown', reason });
/** A payout that is not executed; one that a person paid instead is not a failure. */
const failed = (reason: string): PayoutAnswer => (reason === PAID_BY_A_PERSON ? unknown(reason) : { outcome: 'failed', reason });

/** A definite failure, with the fee that a reverted transaction spent. */
const failedAnswer = ({ coinCode }: PayoutDeps, { reason, burnt }: Extract<PayoutRow, { state: 'failed' }>): PayoutAnswer =>
  burnt === null ? failed(reason) : { outcome: 'failed', reason, networkFee: { wallet: coinCode, amount: burnt.fee } };

/** The terms of a payout, and why it is impossible whatever the node answers (null: it is possible). */
function termsOf(
  { railName, defaultConfirmations }: PayoutDeps,
  request: PayOutRequest,
): { readonly terms: PayoutTerms; readonly problem: string | null } {
  const asset = assetOf(request.paymentSystem);
  const destination = destinationOf(request.paymentSystem, request.destination)?.trim() ?? '';
  const terms: PayoutTerms = {
    reference: request.reference,
    rail: railName,
    paymentSystemCode: request.paymentSystem.code,
    contract: asset?.contract ?? null,
    destination: destination.toLowerCase(),
    amount: request.amount,
    requiredConfirmations: request.paymentSystem.requiredConfirmations || defaultConfirmations,
  };
  if (!asset) return { terms, problem: 'bad_rail_settings' };
  // Money sent to the zero address or to the token contract is lost.
  const isUnrecoverable = terms.destination === ZERO_ADDRESS || terms.destination === asset.contract;
  return { terms, problem: isUnrecoverable || !isAddress(destination) ? 'bad_destination' : null };
}

const hasSameTerms = (row: PayoutRow, terms: PayoutTerms): boolean =>
  row.contract === terms.contract && row.destination === terms.destination && row.amount === terms.amount;

/** Orders a payout: stored first, then checked, signed, recorded and sent. A repeated call resumes where the last one stopped. */
export async function payOut(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  if (request.amount <= 0n) throw new RangeError('a payout moves a positive amount');
  const { terms, problem } = termsOf(deps, request);
  const row = await insertPayout(deps.db, terms, { problem, now: deps.clock.now() });
  if (row.state === 'failed') return failedAnswer(deps, row);
  if (!hasSameTerms(row, terms)) {
    deps.log.error({ reference: request.reference }, 'evm_payout_reference_reused');
    return unknown('reference_means_another_payout');
  }
  return unknownOnNodeError(deps, async () => {
    return advance(deps, request.reference, request.paymentSystem);
  });
}

/** The current state of a payout; changes and sends nothing. */
export async function askPayout(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  const row = await findPayout(deps.db, request.reference);
  return row ? unknownOnNodeError(deps, () => answerOf(deps, row)) : { outcome: 'not_found' };
}

/** A node that is down, refuses or responds with nonsense makes the answer `unknown`, never `failed`. */
async function unknownOnNodeError(deps: PayoutDeps, work: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcUnavailable || error instanceof RpcRefusal)) throw error;
    deps.log.warn({ reason: error.message }, 'evm_node_unavailable');
    return unknown(error instanceof RpcRefusal ? 'node_refused' : 'node_unavailable');
  }
}

const isPausedFor = ({ isPaused, railName }: PayoutDeps, { paymentSystemCode }: PayoutTerms): Promise<boolean> =>
  isPaused({ code: paymentSystemCode, rail: railName });

/** Checks before signing: payouts are not paused, a key, the payment system's own chain and decimals, no real money in demo mode. */
async function signOrdered(deps: PayoutDeps, terms: PayoutTerms, paymentSystem: PaymentSystem | undefined): Promise<void> {
  const { reference } = terms;
  if (await isPausedFor(deps, terms)) return;
  if (!deps.key) return await UNSIGNED.refuse(deps.db, reference, 'no_payout_key');
  if (!paymentSystem) throw new RpcUnavailable(`the catalogue does not have ${terms.paymentSystemCode} yet`);
  const check = await deps.checkAsset(paymentSystem);
  const reason = check.ok ? problemOf(deps, terms, check) : check.reason;
  if (check.ok && reason === null) {
    // Before the first transaction: what uses its nonce is then in a block that is read
    await ensureCursor(deps);
    return await signPayout({ ...deps, key: deps.key, checkedChainId: check.chainId }, terms);
  }
  deps.log.error({ payment_system: paymentSystem.code, reason }, 'evm_payment_system_misconfigured');
  await UNSIGNED.refuse(deps.db, reference, reason ?? 'bad_rail_settings');
}

function problemOf(deps: PayoutDeps, terms: PayoutTerms, { chainId, asset }: Extract<AssetCheck, { ok: true }>): string | null {
  if (deps.developmentOnly && !DEVELOPMENT_CHAINS.includes(chainId)) return 'demo_on_a_real_chain';
  return asset.contract === terms.contract ? null : 'other_contract';
}

/** Advances a payout: signs it if it is only ordered, sends it if it is not mined. */
async function advance(deps: PayoutDeps, reference: string, paymentSystem: PaymentSystem | undefined): Promise<PayoutAnswer> {
  const ordered = await findPayout(deps.db, reference);
  if (ordered?.state === 'ordered') await signOrdered(deps, ordered, paymentSystem);
  const row = await findPayout(deps.db, reference);
  if (!row) throw new Error('a payout vanished');
  if (row.state !== 'recorded') return answerOf(deps, row);
  if (await deps.node.receipt(row.signed.txHash)) return answerOf(deps, row);
  return send(deps, row);
}

/** The first time no pause can start before the node has the transaction; one that was sent before is sent again. */
async function broadcast(deps: PayoutDeps, row: RecordedPayout): Promise<'sent' | undefined> {
  const work = async () => {
    await deps.node.broadcast(row.signed.rawTx);
    return 'sent' as const;
  };
  return row.broadcastAt === null ? await unlessPaused(deps, { code: row.paymentSystemCode, rail: row.rail }, work) : await work();
}

/** Sends the recorded transaction. If the node refuses, checks whether the node already has it. */
async function send(deps: PayoutDeps, row: RecordedPayout): Promise<PayoutAnswer> {
  try {
    if ((await broadcast(deps, row)) === undefined) return unknown(PAYOUTS_PAUSED);
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    if (!(await deps.node.knowsTransaction(row.signed.txHash))) {
      deps.log.error({ reference: row.reference, nonce: row.signed.nonce, reason: error.message }, 'evm_payout_not_taken');
      return unknown('node_refused');
    }
  }
  await markBroadcast(deps.db, row.reference, deps.clock.now());
  return acceptedAnswer(row, 0);
}

const acceptedAnswer = (row: RecordedPayout, confirmations: number): PayoutAnswer => ({
  outcome: 'accepted',
  externalId: row.signed.txHash,
  txHash: row.signed.txHash,
  confirmations,
  requiredConfirmations: row.requiredConfirmations,
});

async function answerOf(deps: PayoutDeps, row: PayoutRow): Promise<PayoutAnswer> {
  if (row.state === 'ordered') return unknown((await isPausedFor(deps, row)) ? PAYOUTS_PAUSED : 'not_signed_yet');
  if (row.state === 'failed') return failedAnswer(deps, row);
  if (row.state === 'executed') return executedAnswer(deps, { ...row, txHash: row.signed.txHash });
  return judgeRecorded(deps, row);
}

async function judgeRecorded(deps: PayoutDeps, row: RecordedPayout): Promise<PayoutAnswer> {
  const [receipt, head] = await Promise.all([deps.node.receipt(row.signed.txHash), deps.node.head()]);
  if (!receipt) {
    if (await findReplacedBy(deps.db, row)) return unknown('nonce_used_by_another_transaction');
    if (row.broadcastAt !== null) return acceptedAnswer(row, 0);
    return unknown((await isPausedFor(deps, row)) ? PAYOUTS_PAUSED : 'not_sent_yet');
  }
  const result = judgeReceipt(row, receipt, head.number);
  if (result.verdict === 'waiting') return acceptedAnswer(row, result.confirmations);
  if (!(await isProven(deps, row, receipt, result.verdict))) return acceptedAnswer(row, row.requiredConfirmations - 1);
  if (result.verdict === 'mismatch') {
    deps.log.error({ reference: row.reference, tx_hash: row.signed.txHash }, 'evm_payout_moved_something_else');
    return unknown('transaction_moved_something_else');
  }
  const reason = result.verdict === 'failed' ? 'transaction_reverted' : null;
  await settlePayout(deps.db, row.reference, { state: result.verdict, fee: result.fee, reason });
  const { txHash } = row.signed;
  if (reason === null) return executedAnswer(deps, { amount: row.amount, fee: result.fee, txHash });
  return failedAnswer(deps, { ...row, state: 'failed', reason, burnt: { fee: result.fee, txHash } });
}

const executedAnswer = (
  deps: PayoutDeps,
  payout: { readonly amount: bigint; readonly fee: bigint; readonly txHash: string },
): PayoutAnswer => ({
  outcome: 'executed',
  externalId: payout.txHash,
  txHash: payout.txHash,
  amount: payout.amount,
  networkFee: { wallet: deps.coinCode, amount: payout.fee },
});

/** The answer as a short text, compared with the last report; undefined for an unknown answer, which is not reported. */
const reportKey = (answer: PayoutAnswer): string | undefined => {
  if (answer.outcome === 'accepted') return `accepted:${answer.confirmations}`;
  return answer.outcome === 'executed' || answer.outcome === 'failed' ? answer.outcome : undefined;
};

const isDue = (row: PayoutRow, now: Instant): boolean =>
  row.state === 'ordered' || (row.state === 'recorded' && (row.broadcastAt ?? 0) + REBROADCAST_MS <= now);

/**
 * Advances every open payout and reports changes; a failing one does not delay the others. `unchanged` (no new block since a complete
 * round) skips sent payouts. Returns true if everything was reported.
 */
export async function pollPayouts(
  deps: PayoutDeps,
  events: RailEvents,
  { chain, isolate }: { readonly chain: 'moved' | 'unchanged'; readonly isolate: Isolate },
): Promise<boolean> {
  let isAllReported = true;
  for (const row of await unreportedPayouts(deps.db, deps.railName)) {
    const isDueNow = isDue(row, deps.clock.now());
    if (row.state === 'recorded' && !isDueNow && chain === 'unchanged') continue;
    let isReported = false;
    await isolate(row.reference, async () => {
      const answer = await unknownOnNodeError(deps, () =>
        isDueNow ? advance(deps, row.reference, deps.paymentSystem(row.paymentSystemCode)) : answerOf(deps, row),
      );
      isReported = await report(deps, { row, answer, events });
    });
    if (!isReported) isAllReported = false;
  }
  return isAllReported;
}

const report = (
  { db, log }: PayoutDeps,
  { row, answer, events }: { readonly row: PayoutRow; readonly answer: PayoutAnswer; readonly events: RailEvents },
): Promise<boolean> =>
  reportPayout(
    { log, events, store: (key) => markPayoutReported(db, row.reference, key) },
    { reference: row.reference, reported: row.reported, key: reportKey(answer), answer },
    'evm_payout_answer_not_taken',
  );
