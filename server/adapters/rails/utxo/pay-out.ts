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
import { reportPayout } from '#server/adapters/rails/report-payout.ts';
import type { Isolate } from '#server/adapters/rails/isolate.ts';
import { RpcRefusal, RpcUnavailable, unlessNodeFails } from '#server/adapters/rails/node-errors.ts';
import { readCursor, watchPayoutAddress } from './chain-store.ts';
import { confirmationSteps, requiredFor } from './confirmations.ts';
import { type PayoutKey, scriptOf } from './keys.ts';
import { checkSystem, destinationOf } from './payment-system.ts';
import {
  type ExecutedPayout,
  findPayout,
  insertPayout,
  markBroadcast,
  markPayoutReported,
  type PayoutRow,
  type PayoutTerms,
  type RecordedPayout,
  UNSIGNED,
  unreportedPayouts,
  versionsOf,
} from './payout-store.ts';
import { scanChain, type ScanDeps } from './scan-chain.ts';
import { raiseFee } from './raise-fee.ts';
import { signBatch } from './sign-batch.ts';
import { settlePayout } from './settle-payout.ts';
import { type NotSigned, type SignDeps, signPayout } from './sign-payout.ts';
import { refusalOf } from './translate.ts';

export interface PayoutDeps extends ScanDeps {
  readonly railName: string;
  readonly key: PayoutKey | null;
  readonly defaultConfirmations: number;
  readonly maxFeeRate: bigint;
  /** A payment system by its code, to check payouts that an earlier process inserted. */
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  /** Set in demo mode: payouts are signed only on test networks. */
  readonly developmentOnly: boolean;
}

/** An unmined transaction is sent again after this time: the same one, so a repeat is harmless. */
const REBROADCAST_MS = 20 * SECOND_MS;

/** The transaction is in a block already. */
const IN_CHAIN = -27;

const unknown = (reason: string): PayoutAnswer => ({ outcome: 'unknown', reason });
/** A payout that is not executed; one that a person paid instead is not a failure. */
const failed = (reason: string): PayoutAnswer => (reason === PAID_BY_A_PERSON ? unknown(reason) : { outcome: 'failed', reason });

/** The terms of a payout, and why it is impossible whatever the node answers (null: it is possible). */
function termsOf(
  { railName, coin, defaultConfirmations }: PayoutDeps,
  request: PayOutRequest,
): { readonly terms: PayoutTerms; readonly problem: string | null } {
  const destination = destinationOf(request.paymentSystem, request.destination) ?? '';
  const terms: PayoutTerms = {
    reference: request.reference,
    rail: railName,
    paymentSystemCode: request.paymentSystem.code,
    destination,
    amount: request.amount,
    requiredConfirmations: requiredFor(request.amount, {
      least: request.paymentSystem.requiredConfirmations || defaultConfirmations,
      steps: confirmationSteps(request.paymentSystem),
    }),
  };
  if (!coin.networks.some((network) => scriptOf(coin, network, destination) !== undefined)) return { terms, problem: 'bad_destination' };
  return { terms, problem: request.amount < coin.dustLimit ? 'amount_below_dust' : null };
}

/** Orders a payout: stored first, then checked, signed, recorded and sent. A repeated call resumes where the last one stopped. */
export async function payOut(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  if (request.amount <= 0n) throw new RangeError('a payout moves a positive amount');
  const { terms, problem } = termsOf(deps, request);
  const row = await insertPayout(deps.db, terms, { problem, now: deps.clock.now() });
  if (row.state === 'failed') return failed(row.reason);
  if (row.destination !== terms.destination || row.amount !== terms.amount) {
    deps.log.error({ reference: request.reference }, 'utxo_payout_reference_reused');
    return unknown('reference_means_another_payout');
  }
  return await unknownOnNodeError(deps, () => advance(deps, request.reference, request.paymentSystem));
}

/** The current state of a payout on the chain as it is now; signs and sends nothing. */
export async function askPayout(deps: PayoutDeps, request: PayOutRequest): Promise<PayoutAnswer> {
  const row = await findPayout(deps.db, request.reference);
  if (!row) return { outcome: 'not_found' };
  return await unknownOnNodeError(deps, async () => {
    if (row.state === 'recorded') await scanChain(deps);
    return await answerOf(deps, request.reference);
  });
}

/** A node that is down, refuses or responds with nonsense makes the answer `unknown`, never `failed`. */
async function unknownOnNodeError(deps: PayoutDeps, work: () => Promise<PayoutAnswer>): Promise<PayoutAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcUnavailable || error instanceof RpcRefusal)) throw error;
    deps.log.warn({ coin: deps.coin.name, reason: error.message }, 'utxo_node_unavailable');
    return unknown(error instanceof RpcRefusal ? 'node_refused' : 'node_unavailable');
  }
}

const isPausedFor = ({ isPaused, railName }: PayoutDeps, { paymentSystemCode }: PayoutTerms): Promise<boolean> =>
  isPaused({ code: paymentSystemCode, rail: railName });

/**
 * Checks before signing: payouts are not paused, a key of this network, the payment system's own chain, no real money in demo mode, a chain
 * read to its head.
 */
async function prepareSigning(deps: PayoutDeps, terms: PayoutTerms, system: PaymentSystem | undefined): Promise<SignDeps | string> {
  const { db, key } = deps;
  if (await isPausedFor(deps, terms)) return PAYOUTS_PAUSED;
  if (!key) return 'no_payout_key';
  if (!system) throw new RpcUnavailable(`the catalogue does not have ${terms.paymentSystemCode} yet`);
  const check = await checkSystem(deps, system);
  if (!check.ok) return check.problem;
  const { network } = check;
  if (deps.developmentOnly && network.name === 'main') return 'demo_on_a_real_chain';
  if (key.isMain !== (network.name === 'main')) return 'key_of_another_network';
  await watchPayoutAddress(db, network.genesis, key.addressOn(network));
  const scan = await scanChain(deps);
  if (scan.chain !== network.genesis) throw new RpcUnavailable('the node has changed its chain');
  if (!scan.caughtUp) throw new RpcUnavailable('the chain has not been read to its head yet');
  return { ...deps, key, network, height: scan.height };
}

async function signOrdered(deps: PayoutDeps, terms: PayoutTerms, system: PaymentSystem | undefined): Promise<'settled' | NotSigned> {
  const ready = await prepareSigning(deps, terms, system);
  if (typeof ready !== 'string') return await signPayout(ready, terms);
  if (ready === PAYOUTS_PAUSED) return ready;
  deps.log.error({ payment_system: terms.paymentSystemCode, reason: ready }, 'utxo_payout_refused');
  await UNSIGNED.refuse(deps.db, terms.reference, ready);
  return 'settled';
}

/** Advances a payout: signs it if it is only ordered, sends it if it is not mined. */
async function advance(deps: PayoutDeps, reference: string, system: PaymentSystem | undefined): Promise<PayoutAnswer> {
  const ordered = await findPayout(deps.db, reference);
  if (ordered?.state === 'ordered') {
    const signed = await signOrdered(deps, ordered, system);
    if (signed !== 'settled') return unknown(signed);
  }
  const row = await findPayout(deps.db, reference);
  if (row?.state === 'recorded' && row.blockHeight === null) {
    await raiseIfStuck(deps, row, system);
    return await send(deps, row);
  }
  if (row?.state === 'executed' && row.blockHeight === null) await send(deps, row);
  return await answerOf(deps, reference);
}

async function raiseIfStuck(deps: PayoutDeps, row: RecordedPayout, system: PaymentSystem | undefined): Promise<void> {
  const cursor = await readCursor(deps.db, row.signed.chain);
  if (!deps.key || !cursor || cursor.height < row.raiseFrom) return;
  const ready = await prepareSigning(deps, row, system);
  if (typeof ready !== 'string') await raiseFee(ready, row);
}

/**
 * Sends the latest version of the recorded transaction, or an earlier one if the node refuses it: a node need not replace. Checks after a
 * refusal whether the node already has it.
 */
async function send(deps: PayoutDeps, row: RecordedPayout | ExecutedPayout): Promise<PayoutAnswer> {
  if ((await deps.node.network())?.genesis !== row.signed.chain) return unknown('other_chain');
  let reason = 'node_refused';
  for (const { txid, rawTx } of await versionsOf(deps.db, row.root)) {
    const work = async () => ({ refusal: await broadcast(deps, txid, rawTx) });
    // The first time no pause can start before the node has the transaction
    const sent = row.broadcastAt === null ? await unlessPaused(deps, { code: row.paymentSystemCode, rail: row.rail }, work) : await work();
    if (sent === undefined) return unknown(PAYOUTS_PAUSED);
    const { refusal } = sent;
    if (refusal === undefined) {
      await markBroadcast(deps.db, txid, deps.clock.now());
      return accepted(row, { txid, confirmations: 0 });
    }
    deps.log.error({ reference: row.reference, txid, reason: refusal }, 'utxo_payout_not_taken');
    reason = refusalOf(refusal);
  }
  return unknown(reason);
}

/** Why the node refuses a transaction; undefined: it has it. */
async function broadcast({ node }: PayoutDeps, txid: string, rawTx: string): Promise<string | undefined> {
  try {
    await node.broadcast(rawTx);
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    return error.code === IN_CHAIN || (await node.isInMempool(txid)) ? undefined : error.message;
  }
  return undefined;
}

const accepted = (
  { requiredConfirmations }: PayoutTerms,
  { txid, confirmations }: { readonly txid: string; readonly confirmations: number },
): PayoutAnswer => ({ outcome: 'accepted', externalId: txid, txHash: txid, confirmations, requiredConfirmations });

const executed = ({ coin }: PayoutDeps, { signed, amount, feeShare }: ExecutedPayout): PayoutAnswer => ({
  outcome: 'executed',
  externalId: signed.txid,
  txHash: signed.txid,
  amount,
  networkFee: { wallet: coin.code, amount: feeShare },
});

/** The answer by the chain as it was read last. */
async function answerOf(deps: PayoutDeps, reference: string): Promise<PayoutAnswer> {
  const isSettled = await settlePayout(deps.db, reference);
  const row = await findPayout(deps.db, reference);
  if (!row) throw new Error('a payout vanished');
  if (row.state === 'ordered') return unknown((await isPausedFor(deps, row)) ? PAYOUTS_PAUSED : 'not_signed_yet');
  if (row.state === 'failed') return failed(row.reason);
  if (row.state === 'executed') {
    if (isSettled) deps.log.info({ reference, txid: row.signed.txid }, 'utxo_payout_executed');
    return executed(deps, row);
  }
  const { txid, chain } = row.signed;
  if (row.blockHeight === null && row.broadcastAt === null)
    return unknown((await isPausedFor(deps, row)) ? PAYOUTS_PAUSED : 'not_sent_yet');
  if (row.blockHeight === null) return accepted(row, { txid, confirmations: 0 });
  const cursor = await readCursor(deps.db, chain);
  return accepted(row, { txid, confirmations: Math.max(0, (cursor?.height ?? 0) - row.blockHeight + 1) });
}

/** The answer as a short text, compared with the last report; undefined for an unknown answer, which is not reported. */
const reportKey = (answer: PayoutAnswer): string | undefined => {
  if (answer.outcome === 'accepted') return `accepted:${answer.confirmations}:${answer.txHash}`;
  return answer.outcome === 'executed' || answer.outcome === 'failed' ? answer.outcome : undefined;
};

const isDue = (row: PayoutRow, now: Instant): boolean =>
  row.state === 'ordered' || (row.state !== 'failed' && row.blockHeight === null && (row.broadcastAt ?? 0) + REBROADCAST_MS <= now);

/** Signs payouts that wait for coins, several in one transaction. */
async function signWaiting(deps: PayoutDeps, rows: readonly PayoutRow[]): Promise<void> {
  const ordered = rows.filter(({ state }) => state === 'ordered');
  const [first] = ordered;
  const waiting = ordered.filter(({ paymentSystemCode }) => paymentSystemCode === first?.paymentSystemCode);
  if (!first || waiting.length < 2) return;
  const ready = await prepareSigning(deps, first, deps.paymentSystem(first.paymentSystemCode));
  if (typeof ready !== 'string') await signBatch(ready, waiting);
}

/** Advances every open payout and reports changes; a failing one does not delay the others. The chain has been read before. */
export async function pollPayouts(deps: PayoutDeps, events: RailEvents, isolate: Isolate): Promise<void> {
  const rows = await unreportedPayouts(deps.db, deps.railName);
  await isolate(null, () =>
    unlessNodeFails(
      () => signWaiting(deps, rows),
      // Each payout meets the same failure below, and logs it.
      () => undefined,
    ),
  );
  for (const row of rows)
    await isolate(row.reference, async () => {
      const answer = await unknownOnNodeError(deps, () =>
        isDue(row, deps.clock.now())
          ? advance(deps, row.reference, deps.paymentSystem(row.paymentSystemCode))
          : answerOf(deps, row.reference),
      );
      await report(deps, { row, answer, events });
    });
}

const report = (
  { db, log }: PayoutDeps,
  { row, answer, events }: { readonly row: PayoutRow; readonly answer: PayoutAnswer; readonly events: RailEvents },
): Promise<boolean> =>
  reportPayout(
    { log, events, store: (key) => markPayoutReported(db, row.reference, key) },
    { reference: row.reference, reported: row.reported, key: reportKey(answer), answer },
    'utxo_payout_answer_not_taken',
  );
