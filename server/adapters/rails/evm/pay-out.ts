import { isAddress } from 'viem/utils';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import type { PayOutRequest, PayoutAnswer, RailEvents } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { type AssetCheck, assetOf, destinationOf } from './asset.ts';
import { judgeReceipt } from './judge-receipt.ts';
import type { EvmNode } from './node.ts';
import {
  findPayout,
  markBroadcast,
  markPayoutReported,
  orderPayout,
  type PayoutRow,
  type PayoutTerms,
  type RecordedPayout,
  refusePayout,
  settlePayout,
  untoldPayouts,
} from './payout-store.ts';
import { RpcRefusal, RpcUnavailable } from './rpc.ts';
import { type PayoutKey, signPayout } from './sign-payout.ts';

export interface PayoutDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly railName: string;
  readonly node: EvmNode;
  readonly key: PayoutKey | null;
  readonly checkAsset: (paymentSystem: PayOutRequest['paymentSystem']) => Promise<AssetCheck>;
  readonly defaultConfirmations: number;
  /** Payment system of the chain's own coin: network fees are paid from it. */
  readonly coinCode: string;
  /** A payment system by its code, to check what an earlier process has ordered. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  /** Demo mode: nothing is signed on a chain whose money is real. */
  readonly developmentOnly: boolean;
}

/** Chains of developers' own nodes (anvil, hardhat, ganache): their money is nobody's. */
export const DEVELOPMENT_CHAINS: readonly number[] = [31_337, 1_337];

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** A transaction that is still not mined is sent again after this long: the same one, so doing it twice is harmless. */
const REBROADCAST_MS = 20 * SECOND_MS;

const unknown = (reason: string): PayoutAnswer => ({ outcome: 'unknown', reason });
const failed = (reason: string): PayoutAnswer => ({ outcome: 'failed', reason });

/** A definite failure; what a reverted transaction has burnt is told with it. */
const failedRow = ({ coinCode }: PayoutDeps, { reason, burnt }: Extract<PayoutRow, { state: 'failed' }>): PayoutAnswer =>
  burnt === null ? failed(reason) : { outcome: 'failed', reason, networkFee: { wallet: coinCode, amount: burnt.fee } };

/** What is to be paid, and why that is impossible whatever the node says (null when it is not). */
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
  // Money sent to nobody or to the token itself is lost for ever.
  const isLost = terms.destination === ZERO_ADDRESS || terms.destination === asset.contract;
  return { terms, problem: isLost || !isAddress(destination) ? 'bad_destination' : null };
}

const isSameOrder = (row: PayoutRow, terms: PayoutTerms): boolean =>
  row.contract === terms.contract && row.destination === terms.destination && row.amount === terms.amount;

/** Orders a payout: written down first, then checked, signed, recorded and sent. Called again it goes on where it stopped. */
export async function payOut(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  if (request.amount <= 0n) throw new RangeError('a payout moves a positive amount');
  const { terms, problem } = termsOf(deps, request);
  const row = await orderPayout(deps.db, terms, { problem, now: deps.clock.now() });
  if (row.state === 'failed') return failedRow(deps, row);
  if (!isSameOrder(row, terms)) {
    deps.log.error({ reference: request.reference }, 'evm_payout_reference_reused');
    return unknown('reference_means_another_payout');
  }
  return guarded(deps, async () => {
    return advance(deps, request.reference, request.paymentSystem);
  });
}

/** What is known of a payout; changes nothing and sends nothing. */
export async function askPayout(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  const row = await findPayout(deps.db, request.reference);
  return row ? guarded(deps, () => answerOf(deps, row)) : { outcome: 'not_found' };
}

/** A node that is down, refuses or talks nonsense makes an answer unknown, never failed. */
async function guarded(deps: PayoutDeps, work: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcUnavailable || error instanceof RpcRefusal)) throw error;
    deps.log.warn({ reason: error.message }, 'evm_node_unavailable');
    return unknown(error instanceof RpcRefusal ? 'node_refused' : 'node_unavailable');
  }
}

/** What must hold before anything is signed, whoever asks: a key, the payment system's own chain and decimals, no real money in a demonstration. */
async function signOrdered(deps: PayoutDeps, ordered: PayoutTerms, paymentSystem: PaymentSystem | undefined): Promise<void> {
  const { reference } = ordered;
  if (!deps.key) return void (await refusePayout(deps.db, reference, 'no_payout_key'));
  if (!paymentSystem) throw new RpcUnavailable(`the catalogue does not have ${ordered.paymentSystemCode} yet`);
  const check = await deps.checkAsset(paymentSystem);
  const reason = check.ok ? problemOf(deps, ordered, check) : check.reason;
  if (check.ok && reason === null)
    return await signPayout({ db: deps.db, node: deps.node, key: deps.key, checkedChainId: check.chainId }, ordered);
  deps.log.error({ payment_system: paymentSystem.code, reason }, 'evm_payment_system_misconfigured');
  await refusePayout(deps.db, reference, reason ?? 'bad_rail_settings');
}

function problemOf(deps: PayoutDeps, ordered: PayoutTerms, { chainId, asset }: Extract<AssetCheck, { ok: true }>): string | null {
  if (deps.developmentOnly && !DEVELOPMENT_CHAINS.includes(chainId)) return 'demo_on_a_real_chain';
  return asset.contract === ordered.contract ? null : 'other_contract';
}

/** Pushes a payout one step further: signs it if it is only ordered, sends it if it is not mined. */
async function advance(deps: PayoutDeps, reference: string, paymentSystem: PaymentSystem | undefined): Promise<PayoutAnswer> {
  const ordered = await findPayout(deps.db, reference);
  if (ordered?.state === 'ordered') await signOrdered(deps, ordered, paymentSystem);
  const row = await findPayout(deps.db, reference);
  if (!row) throw new Error('a payout vanished');
  if (row.state !== 'recorded') return answerOf(deps, row);
  if (await deps.node.receipt(row.signed.txHash)) return answerOf(deps, row);
  return send(deps, row);
}

/** Sends the recorded transaction. What the node refuses is asked back: it may have it already. */
async function send(deps: PayoutDeps, row: RecordedPayout): Promise<PayoutAnswer> {
  try {
    await deps.node.broadcast(row.signed.rawTx);
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    if (!(await deps.node.knowsTransaction(row.signed.txHash))) {
      deps.log.error({ reference: row.reference, nonce: row.signed.nonce, reason: error.message }, 'evm_payout_not_taken');
      return unknown('node_refused');
    }
  }
  await markBroadcast(deps.db, row.reference, deps.clock.now());
  return accepted(row, 0);
}

const accepted = (row: RecordedPayout, confirmations: number): PayoutAnswer => ({
  outcome: 'accepted',
  externalId: row.signed.txHash,
  txHash: row.signed.txHash,
  confirmations,
  requiredConfirmations: row.requiredConfirmations,
});

async function answerOf(deps: PayoutDeps, row: PayoutRow): Promise<PayoutAnswer> {
  if (row.state === 'ordered') return unknown('not_signed_yet');
  if (row.state === 'failed') return failedRow(deps, row);
  if (row.state === 'executed') return executed(deps, { ...row, txHash: row.signed.txHash });
  return judgeRecorded(deps, row);
}

async function judgeRecorded(deps: PayoutDeps, row: RecordedPayout): Promise<PayoutAnswer> {
  const [receipt, head] = await Promise.all([deps.node.receipt(row.signed.txHash), deps.node.head()]);
  if (!receipt) return row.broadcastAt === null ? unknown('not_sent_yet') : accepted(row, 0);
  const judged = judgeReceipt(row, receipt, head.number);
  if (judged.verdict === 'waiting') return accepted(row, judged.confirmations);
  if (judged.verdict === 'odd') {
    deps.log.error({ reference: row.reference, tx_hash: row.signed.txHash }, 'evm_payout_moved_something_else');
    return unknown('transaction_moved_something_else');
  }
  const reason = judged.verdict === 'failed' ? 'transaction_reverted' : null;
  await settlePayout(deps.db, row.reference, { state: judged.verdict, fee: judged.fee, reason });
  const { txHash } = row.signed;
  if (reason === null) return executed(deps, { amount: row.amount, fee: judged.fee, txHash });
  return failedRow(deps, { ...row, state: 'failed', reason, burnt: { fee: judged.fee, txHash } });
}

const executed = (deps: PayoutDeps, payout: { readonly amount: bigint; readonly fee: bigint; readonly txHash: string }): PayoutAnswer => ({
  outcome: 'executed',
  externalId: payout.txHash,
  txHash: payout.txHash,
  amount: payout.amount,
  networkFee: { wallet: deps.coinCode, amount: payout.fee },
});

/** What was told last, as a short text to compare with; an unknown answer is no news. */
const toldAs = (answer: PayoutAnswer): string | undefined => {
  if (answer.outcome === 'accepted') return `accepted:${answer.confirmations}`;
  return answer.outcome === 'executed' || answer.outcome === 'failed' ? answer.outcome : undefined;
};

const isDue = (row: PayoutRow, now: Instant): boolean =>
  row.state === 'ordered' || (row.state === 'recorded' && (row.broadcastAt ?? 0) + REBROADCAST_MS <= now);

/**
 * Pushes every open payout on and tells what changed; one that cannot be pushed does not hold up the others. With `unchanged`
 * (no new block since a round that told everything) sent payouts are not looked at again. True when everything was told.
 */
export async function pollPayouts(deps: PayoutDeps, events: RailEvents, chain: 'moved' | 'unchanged'): Promise<boolean> {
  let isAllTold = true;
  for (const row of await untoldPayouts(deps.db, deps.railName)) {
    const push = isDue(row, deps.clock.now());
    if (row.state === 'recorded' && !push && chain === 'unchanged') continue;
    const answer = await guarded(deps, () =>
      push ? advance(deps, row.reference, deps.paymentSystem(row.paymentSystemCode)) : answerOf(deps, row),
    );
    if (!(await tell(deps, { row, answer, events }))) isAllTold = false;
  }
  return isAllTold;
}

async function tell(
  deps: PayoutDeps,
  { row, answer, events }: { readonly row: PayoutRow; readonly answer: PayoutAnswer; readonly events: RailEvents },
): Promise<boolean> {
  const told = toldAs(answer);
  if (told === undefined) return false;
  if (told === row.reported) return true;
  try {
    await events.payout(row.reference, answer);
  } catch (error) {
    deps.log.warn({ reference: row.reference, error }, 'evm_payout_answer_not_taken');
    return false;
  }
  await markPayoutReported(deps.db, row.reference, told);
  return true;
}
