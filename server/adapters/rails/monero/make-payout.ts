import { PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { onNetwork } from './address.ts';
import type { MoneroNode } from './node.ts';
import { type PayoutTerms, recordPayout } from './payout-store.ts';
import { type KnownWallet, walletOn } from './scan-wallet.ts';
import type { MadeTransaction } from './translate.ts';
import type { MoneroWallet } from './wallet.ts';

export interface MakeDeps {
  readonly db: Db;
  readonly node: MoneroNode;
  readonly paying: MoneroWallet;
  /** The most a payout may cost in fees. */
  readonly maxFee: bigint;
  /** Asked in the transaction that records: no pause starts before its end. */
  readonly isPaused: (tx: Tx) => Promise<boolean>;
}

/** `refused`: it can never be paid as ordered. `waiting`: it may be later. */
export type MakeAnswer =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'waiting'; readonly reason: string };

const refused = (reason: string): MakeAnswer => ({ outcome: 'refused', reason });
const waiting = (reason: string): MakeAnswer => ({ outcome: 'waiting', reason });

const WRONG_ADDRESS = -2;
const TOO_LARGE = -20;
/** Not enough money; not enough that is unlocked; not enough for the fee. */
const SHORT: ReadonlySet<number> = new Set([-17, -37, -16]);

/** Each attempt keeps outputs of other payouts out of the next one, also of the next poll: few, as a transaction of the database is open. */
const MAX_ATTEMPTS = 4;

/**
 * Makes the one transaction of an ordered payout and records it before it is sent. Throws `RpcUnavailable` or `RpcRefusal`, with nothing
 * recorded, when wallet or node cannot tell.
 */
export async function makePayout(deps: MakeDeps, payout: PayoutTerms): Promise<MakeAnswer> {
  const { db, node, maxFee } = deps;
  const head = await node.head();
  const wallet = await walletOn(deps.paying, head.network);
  const destination = onNetwork(payout.destination, head.network === 'private' ? 'main' : head.network);
  if (destination === undefined || (await wallet.owns(destination))) return refused('bad_destination');
  await wallet.refresh();
  // It may be ahead too: it keeps its blocks until the node has as many others
  if ((await wallet.height()) !== (await node.head()).height) throw new RpcUnavailable('the paying wallet has other blocks than the node');
  let otherAnswer = waiting('waiting_for_funds');
  const { reference } = payout;
  const recorded = await recordPayout(db, { reference, wallet: wallet.primary, isPaused: deps.isPaused }, async (taken) => {
    const made = await makeApart(wallet, { destination, amount: payout.amount, taken });
    if ('outcome' in made) otherAnswer = made;
    else if (made.fee > maxFee) otherAnswer = waiting('fee_above_limit');
    else return made;
    return undefined;
  });
  if (recorded === 'paused') return waiting(PAYOUTS_PAUSED);
  return recorded === 'not_now' ? otherAnswer : { outcome: 'done' };
}

/**
 * Makes a transaction that spends nothing of `taken`. The wallet chooses outputs of transactions that it has not sent, or has forgotten since
 * it was killed: they are frozen in it.
 */
async function makeApart(
  wallet: KnownWallet,
  { destination, amount, taken }: { readonly destination: string; readonly amount: bigint; readonly taken: ReadonlySet<string> },
): Promise<MadeTransaction | MakeAnswer> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    let made: MadeTransaction;
    try {
      made = await wallet.make(destination, amount);
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return await refusalOf(error, wallet, { amount, hasOpen: taken.size > 0 });
    }
    if (made.amount !== amount) throw new RpcUnavailable('the wallet made a transaction of another amount');
    const conflicts = made.keyImages.filter((keyImage) => taken.has(keyImage));
    if (conflicts.length === 0) return made;
    for (const keyImage of conflicts) await wallet.freeze(keyImage);
  }
  return waiting('waiting_for_funds');
}

/** Money that is locked, or that open payouts hold and may give back, is only waited for. */
async function refusalOf(
  error: RpcRefusal,
  wallet: KnownWallet,
  { amount, hasOpen }: { readonly amount: bigint; readonly hasOpen: boolean },
): Promise<MakeAnswer> {
  if (error.code === WRONG_ADDRESS) return refused('bad_destination');
  if (error.code === TOO_LARGE) return waiting('too_many_small_outputs');
  if (!SHORT.has(error.code)) throw error;
  const { balance, unlocked } = await wallet.balance();
  const mayCover = hasOpen || (balance > amount && unlocked < balance);
  return mayCover ? waiting('waiting_for_funds') : refused('insufficient_funds');
}
