import { PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { PayoutKey } from './address.ts';
import type { TronNode } from './node.ts';
import { isTransactionTaken, type Outstanding, outstandingOf, type PayoutTerms, recordPayout, type SignedPayout } from './payout-store.ts';
import { bandwidthOf, signTransfer, type Transfer, type Validity } from './transaction.ts';
import type { Prices } from './translate.ts';

export interface SignDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly node: TronNode;
  readonly key: PayoutKey;
  /** The most a payout may cost in fees, in sun. */
  readonly maxFee: bigint;
  /** Asked in the transaction that records the signature: no pause starts before its end. */
  readonly isPaused: (tx: Tx) => Promise<boolean>;
}

/** `refused`: it can never be paid as ordered. `waiting`: it may be later. */
export type SignAnswer =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'waiting'; readonly reason: string };

/** Time for a transaction to be taken into a block. After it, and not before, another one may be signed. */
const VALID_MS = 10 * MINUTE_MS;

/** Margin above the simulated energy: another transfer to the same address may change what this one costs. */
const withEnergyMargin = (energy: bigint): bigint => (energy * 6n) / 5n;

const refused = (reason: string): SignAnswer => ({ outcome: 'refused', reason });
const waiting = (reason: string): SignAnswer => ({ outcome: 'waiting', reason });

/** Reasons that blame the destination: the customer is asked for another one. */
export const DESTINATION_REASONS: ReadonlySet<string> = new Set(['bad_destination', 'destination_is_contract', 'destination_frozen']);

interface Costs {
  /** Ceiling of the energy's price; 0 for the coin. */
  readonly feeLimit: bigint;
  /** Paid once when the destination is a new account; 0 for tokens. */
  readonly activation: bigint;
}

/** The fee ceiling of a token transfer from a simulated call; a call that fails is examined. */
async function tokenCosts(node: TronNode, payout: PayoutTerms & { readonly contract: string }, sender: string, prices: Prices) {
  const { contract, destination, amount } = payout;
  if (await node.isFrozen(contract, destination)) return refused('destination_frozen');
  if (await node.isFrozen(contract, sender)) return waiting('paying_account_frozen');
  const simulation = await node.simulateTransfer({ contract, sender, destination, amount });
  if (simulation.isSuccessful === undefined) throw new RpcUnavailable('the node does not simulate a transfer');
  if (!simulation.isSuccessful) return refused('transfer_would_fail');
  return { feeLimit: withEnergyMargin(simulation.energy) * prices.perEnergy, activation: 0n } satisfies Costs;
}

/** The network refuses coin transfers to contracts. */
async function coinCosts(node: TronNode, { destination }: PayoutTerms, prices: Prices) {
  if (await node.isContract(destination)) return refused('destination_is_contract');
  return { feeLimit: 0n, activation: (await node.account(destination)) === null ? prices.activation : 0n } satisfies Costs;
}

const isShort = (
  { contract, amount }: PayoutTerms,
  { funds, outstanding, fee }: { readonly funds: Funds; readonly outstanding: Pick<Outstanding, 'coin' | 'token'>; readonly fee: bigint },
): boolean =>
  funds.coin < outstanding.coin + fee + (contract === null ? amount : 0n) ||
  funds.token < outstanding.token + (contract === null ? 0n : amount);

interface Funds {
  readonly coin: bigint;
  readonly token: bigint;
}

/** Balances of the solid state. */
async function fundsOf(node: TronNode, sender: string, contract: string | null): Promise<Funds> {
  const account = await node.account(sender);
  return { coin: account?.balance ?? 0n, token: contract === null ? 0n : await node.tokenBalance(contract, sender) };
}

const NOTHING_OUTSTANDING = { coin: 0n, token: 0n };

/**
 * Signs the one transaction of an ordered payout and records it before it is sent. Throws `RpcUnavailable`, with nothing signed, when the
 * node cannot tell.
 */
export async function signPayout(deps: SignDeps, payout: PayoutTerms): Promise<SignAnswer> {
  const { db, node, key } = deps;
  const sender = key.address;
  const { contract } = payout;
  if (payout.destination === sender) return refused('bad_destination');
  // Before the balance: what is settled meanwhile is counted in both
  const { references: before } = await outstandingOf(db, { sender, contract });
  const [funds, prices, solid, head] = await Promise.all([
    fundsOf(node, sender, contract),
    node.prices(),
    node.head('solid'),
    node.head('latest'),
  ]);
  if (isShort(payout, { funds, outstanding: NOTHING_OUTSTANDING, fee: 0n })) return refused('insufficient_funds');
  const costs = contract === null ? await coinCosts(node, payout, prices) : await tokenCosts(node, { ...payout, contract }, sender, prices);
  // The simulation is of the latest state, in which money under way is spent already
  const wouldFail = 'outcome' in costs && costs.outcome === 'refused' && costs.reason === 'transfer_would_fail';
  if (wouldFail && before.length > 0) return waiting('waiting_for_funds');
  if ('outcome' in costs) return costs;
  const transfer = { sender, destination: payout.destination, amount: payout.amount, contract, feeLimit: costs.feeLimit };
  const now = deps.clock.now();
  // A node with a clock far ahead must not make a transaction valid for years
  const validity = { blockId: solid.id, timestamp: now, expiration: Math.min(head.time, now + HOUR_MS) + VALID_MS };
  const fee = costs.feeLimit + costs.activation + bandwidthOf(signTransfer(transfer, validity, key)) * prices.perByte;
  if (fee > deps.maxFee) return waiting('fee_above_limit');
  if (isShort(payout, { funds, outstanding: NOTHING_OUTSTANDING, fee })) return refused('insufficient_funds');
  const { reference } = payout;
  const { isPaused } = deps;
  const recorded = await recordPayout(db, { reference, sender, contract, before, isPaused }, async (tx, outstanding) =>
    isShort(payout, { funds, outstanding, fee }) ? undefined : await signUnique(tx, { transfer, validity, key, fee }),
  );
  if (recorded === 'paused') return waiting(PAYOUTS_PAUSED);
  return recorded === 'not_now' ? waiting('waiting_for_funds') : { outcome: 'done' };
}

/** Two payouts of one amount to one address in the same millisecond would be one transaction: the later one gets another timestamp. */
async function signUnique(
  tx: Tx,
  {
    transfer,
    validity,
    key,
    fee,
  }: { readonly transfer: Transfer; readonly validity: Validity; readonly key: PayoutKey; readonly fee: bigint },
): Promise<SignedPayout> {
  for (let { timestamp } = validity; ; timestamp += 1) {
    const { txId, rawTx } = signTransfer(transfer, { ...validity, timestamp }, key);
    if (await isTransactionTaken(tx, txId)) continue;
    return { sender: transfer.sender, rawTx, txId, expiresAt: validity.expiration, maxFee: fee };
  }
}
