import { Transaction } from '@scure/btc-signer';
import { PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { IsPaused } from '#server/adapters/rails/port.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { type Choice, chooseCoins, sizesOf, type Spendable } from './choose-coins.ts';
import { currentAndFutureCoins, recordTransaction, spendableCoins } from './coin-store.ts';
import type { Coin, Network } from './coins.ts';
import { type PayoutKey, scriptOf } from './keys.ts';
import type { CoreNode } from './node.ts';
import { type MempoolRefusal, refusalOf } from './translate.ts';
import { findPayout, type PayoutTerms, UNSIGNED, type SignedTransaction } from './payout-store.ts';

export interface SignDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: CoreNode;
  readonly coin: Coin;
  readonly key: PayoutKey;
  readonly network: Network;
  readonly maxFeeRate: bigint;
  /** Set in demo mode. */
  readonly developmentOnly: boolean;
  /** Height up to which the chain has been read. */
  readonly height: number;
  readonly railName: string;
  readonly isPaused: IsPaused;
}

/** Asks about payouts of a payment system; in a transaction, no pause starts before its end. */
export const pauseOf =
  ({ isPaused, railName }: Pick<SignDeps, 'isPaused' | 'railName'>, { paymentSystemCode }: PayoutTerms) =>
  (tx?: Tx): Promise<boolean> =>
    isPaused({ code: paymentSystemCode, rail: railName }, tx);

/** A payout that is in none of so many blocks gets a higher fee. */
export const STUCK_AFTER_BLOCKS = 6;

/** Blocks within which a payout should be mined. */
const FEE_TARGET_BLOCKS = 3;

/** The rate to pay now: the node's estimate, at least what its mempool accepts, at most the cap. Throws if the cap is too low to be sent. */
export async function currentFeeRate(
  node: Pick<CoreNode, 'feeRate' | 'minimumFeeRate'>,
  { coin, maxFeeRate }: { readonly coin: Coin; readonly maxFeeRate: bigint },
): Promise<bigint> {
  const [estimate, minimum = 1n] = await Promise.all([node.feeRate(FEE_TARGET_BLOCKS), node.minimumFeeRate()]);
  if (minimum > maxFeeRate) throw new RpcUnavailable(`the mempool accepts no fee below ${minimum}, and ${maxFeeRate} is the cap`);
  const estimated = estimate ?? coin.fallbackFeeRate;
  const accepted = estimated > minimum ? estimated : minimum;
  return accepted < maxFeeRate ? accepted : maxFeeRate;
}

/** The script of a destination. In demo mode a test network pays main addresses by the same script: forms accept no others (R14). */
export function payableScript({ coin, network, developmentOnly }: SignDeps, address: string): string | undefined {
  const served = [network, ...(developmentOnly ? coin.networks.filter(({ name }) => name === 'main') : [])];
  return served.map((one) => scriptOf(coin, one, address)).find((script) => script !== undefined);
}

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Signals that it may be replaced (BIP 125), so that a fee that proves too low can be raised. */
const REPLACEABLE = 0xfffffffd;

/** A payment of a transaction; its script in hexadecimal. */
export interface Output {
  readonly script: string;
  readonly amount: bigint;
}

export const totalOf = (outputs: readonly Output[]): bigint => outputs.reduce((sum, { amount }) => sum + amount, 0n);

/** Builds and signs a transaction of the chosen coins; verifies its amounts, its fee and its size before it is used. */
export function buildTransaction(
  { coin, key, network }: Pick<SignDeps, 'coin' | 'key' | 'network'>,
  payment: { readonly outputs: readonly Output[]; readonly choice: Choice; readonly feeRate: bigint },
): SignedTransaction {
  const { outputs, choice, feeRate } = payment;
  const own = key.addressOn(network);
  // Outputs without segregated witness are signed without their whole transaction: the node has confirmed script and amount.
  const transaction = new Transaction({ version: 2, allowLegacyWitnessUtxo: !coin.isSegwit });
  for (const { txid, vout, amount: value } of choice.coins)
    transaction.addInput({ txid, index: vout, sequence: REPLACEABLE, witnessUtxo: { script: bytes(own.script), amount: value } });
  for (const { script, amount } of outputs) transaction.addOutput({ script: bytes(script), amount });
  if (choice.change > 0n) transaction.addOutput({ script: bytes(own.script), amount: choice.change });
  transaction.sign(key.privateKey);
  transaction.finalize();
  const total = choice.coins.reduce((sum, one) => sum + one.amount, 0n);
  if (total !== totalOf(outputs) + choice.change + choice.fee) throw new Error('a payout whose amounts do not add up');
  if (choice.fee < feeRate * BigInt(transaction.vsize)) throw new Error('a payout larger than its fee was computed for');
  const inputs = choice.coins.map(({ txid, vout }) => `${txid}:${vout}`);
  return { txid: transaction.id, chain: network.genesis, rawTx: transaction.hex, fee: choice.fee, change: choice.change, inputs };
}

/** Coins that the node confirms as unspent. One that is missing is left out of this payout. */
export async function confirmCoins(node: CoreNode, coins: readonly Spendable[], script: string): Promise<readonly Spendable[]> {
  const found = await node.unspent(coins);
  return coins.filter((coin, index) => found[index]?.amount === coin.amount && found[index].script === script);
}

async function chooseConfirmed(
  { db, node }: SignDeps,
  wallet: Parameters<typeof spendableCoins>[1],
  need: Parameters<typeof chooseCoins>[1],
): Promise<ReturnType<typeof chooseCoins>> {
  let available = await spendableCoins(db, wallet);
  for (;;) {
    const choice = chooseCoins(available, need);
    if (typeof choice === 'string') return choice;
    const confirmed = await confirmCoins(node, choice.coins, wallet.script);
    if (confirmed.length === choice.coins.length) return choice;
    const missing = new Set(choice.coins.filter((coin) => !confirmed.includes(coin)));
    available = available.filter((coin) => !missing.has(coin));
  }
}

const MAX_ATTEMPTS = 5;

const REFUSALS = { poor: 'insufficient_funds', scattered: 'coins_too_small' } as const;

/** `waiting_for_coins`: the payout's money is not spendable yet; else why the mempool would refuse its transaction. Nothing was recorded. */
export type NotSigned = 'waiting_for_coins' | MempoolRefusal | typeof PAYOUTS_PAUSED;

/**
 * Signs the first transaction of an ordered payout, recorded before it is sent, or fails a payout that cannot be paid. Throws
 * `RpcUnavailable` or `RpcRefusal`, with nothing recorded, when the node cannot tell.
 */
export async function signPayout(deps: SignDeps, payout: PayoutTerms): Promise<'settled' | NotSigned> {
  const { db, coin, key, network, clock, height } = deps;
  const own = key.addressOn(network);
  const isPaused = pauseOf(deps, payout);
  const destination = payableScript(deps, payout.destination);
  if (destination === undefined || destination === own.script) return await refuse(db, payout, 'bad_destination');
  const { requiredConfirmations } = payout;
  const wallet = { chain: network.genesis, script: own.script, requiredConfirmations, coinbaseMaturity: coin.coinbaseMaturity };
  const sizes = sizesOf({ destinations: [destination], change: own.script, isSegwit: coin.isSegwit });
  const outputs = [{ script: destination, amount: payout.amount }];
  let last: NotSigned = 'waiting_for_coins';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const feeRate = await currentFeeRate(deps.node, deps);
    const need = { amount: payout.amount, feeRate, dustLimit: coin.dustLimit, sizes, lowFeeRate: coin.lowFeeRate };
    const choice = await chooseConfirmed(deps, wallet, need);
    if (typeof choice === 'string') {
      const later = chooseCoins(await currentAndFutureCoins(db, wallet), need);
      return typeof later === 'string' ? await refuse(db, payout, REFUSALS[later]) : 'waiting_for_coins';
    }
    const signed = buildTransaction(deps, { outputs, choice, feeRate });
    const refusal = await testAcceptance(deps, payout.reference, signed);
    if (refusal !== undefined) {
      last = refusal;
      // Coins that were spent after they were confirmed: the next choice leaves them out.
      if (refusal === 'coins_spent' || refusal === 'coins_in_conflict') continue;
      return refusal;
    }
    const first = { signed, coins: choice.coins, raiseFrom: height + STUCK_AFTER_BLOCKS, now: clock.now(), isPaused };
    if (await recordTransaction(db, [payout.reference], first)) return 'settled';
    // Another process has recorded this payout, or has taken these coins for another one.
    if ((await findPayout(db, payout.reference))?.state !== 'ordered') return 'settled';
    if (await isPaused()) return PAYOUTS_PAUSED;
  }
  return last;
}

/** Why the node's mempool would refuse a signed transaction; undefined: it may be recorded and sent. */
export async function testAcceptance(
  { node, log }: Pick<SignDeps, 'node' | 'log'>,
  reference: string,
  { txid, rawTx }: SignedTransaction,
): Promise<MempoolRefusal | undefined> {
  const reason = await node.refusalReason(rawTx);
  if (reason === undefined) return undefined;
  const refusal = refusalOf(reason);
  log.warn({ reference, txid, reason, refusal }, 'utxo_payout_not_acceptable');
  return refusal;
}

async function refuse(db: Db, payout: PayoutTerms, reason: string): Promise<'settled'> {
  await UNSIGNED.refuse(db, payout.reference, reason);
  return 'settled';
}
