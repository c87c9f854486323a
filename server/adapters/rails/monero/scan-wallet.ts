import { RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { networkOf } from './address.ts';
import { ensureAddresses, lastIndex, ordersOf } from './deposit-address.ts';
import { missingDeposits, readCursor, saveReading, startCursor } from './deposit-store.ts';
import type { MoneroNode } from './node.ts';
import type { Network, Transfer } from './translate.ts';
import type { MoneroWallet } from './wallet.ts';

export interface ScanDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly node: MoneroNode;
  /** The wallet that receives; null: this rail does not. */
  readonly receiving: MoneroWallet | null;
  /** Set in demo mode; otherwise only the main network is served. */
  readonly developmentOnly: boolean;
}

/** A wallet with its primary address, which identifies it. */
export type KnownWallet = MoneroWallet & { readonly primary: string };

/** What is known of the receiving wallet. */
export interface ScanResult {
  /** Number of blocks that it has read. */
  readonly height: number;
  /** The wallet and the node had the same newest block while the wallet was read: what was not there is not there. */
  readonly isComplete: boolean;
}

/** Blocks that are read again each time: a reorganisation may have changed them. The deepest one of the main network so far took 18. */
const MARGIN = 100;

/** The wallet, if its addresses are of the node's network. */
export async function walletOn(wallet: MoneroWallet, network: Network): Promise<KnownWallet> {
  const primary = await wallet.primaryAddress();
  if (networkOf(primary) !== (network === 'private' ? 'main' : network))
    throw new RpcUnavailable('the wallet is of another network than the node');
  return { ...wallet, primary };
}

/** Undefined: this rail does not receive. */
export const receivingWallet = async ({ receiving }: Pick<ScanDeps, 'receiving'>, network: Network): Promise<KnownWallet | undefined> =>
  receiving === null ? undefined : await walletOn(receiving, network);

/** Starts reading where the wallet is now, unless it was started before. */
export async function ensureCursor({ db, clock }: Pick<ScanDeps, 'db' | 'clock'>, wallet: KnownWallet): Promise<void> {
  if (await readCursor(db, wallet.primary)) return;
  await startCursor(db, { wallet: wallet.primary, scannedTo: await wallet.height() }, clock.now());
}

/**
 * Reads the receiving wallet: transfers since it was last read, and what has disappeared of them. Undefined: this rail does not receive, or
 * another process has read it meanwhile.
 */
export async function scanWallet(deps: ScanDeps): Promise<ScanResult | undefined> {
  const { db, clock, node } = deps;
  const before = await node.head();
  if (!deps.developmentOnly && before.network !== 'main') throw new RpcUnavailable('the node is of a test network');
  const wallet = await receivingWallet(deps, before.network);
  if (!wallet) return undefined;
  await ensureCursor(deps, wallet);
  const cursor = await readCursor(db, wallet.primary);
  if (!cursor) throw new Error('a cursor vanished');
  await ensureAddresses(wallet, await lastIndex(db, wallet.primary));
  await wallet.refresh();
  const above = cursor.scannedTo - MARGIN;
  const transfers = await wallet.incoming(above);
  const [height, after] = [await wallet.height(), await node.head()];
  // A wallet keeps its blocks until the node has as many others
  if (height > after.height) throw new RpcUnavailable('the chain is being reorganised');
  const isComplete = before.hash === after.hash && height === after.height;
  const deposits = await depositsOf(deps, wallet.primary, transfers);
  const gone = isComplete
    ? await goneDeposits(deps, { wallet: wallet.primary, above, listed: deposits.map(({ externalId }) => externalId) })
    : [];
  const isSaved = await saveReading(db, cursor, { height, deposits, gone, now: clock.now() });
  return isSaved ? { height, isComplete } : undefined;
}

/** Transfers to addresses of orders. A transaction that conflicts with another one in the mempool counts as not there. */
async function depositsOf({ db, clock }: ScanDeps, wallet: string, transfers: readonly Transfer[]) {
  const usable = transfers.filter(({ amount, blockHeight, isInConflict }) => amount > 0n && (blockHeight !== null || !isInConflict));
  const orders = await ordersOf(
    db,
    wallet,
    usable.map(({ index }) => index),
  );
  const found = usable.flatMap(({ txId, index, amount, blockHeight, unlockTime }) => {
    const orderId = orders.get(index);
    const externalId = `${txId}:${index}`;
    return orderId === undefined ? [] : [{ externalId, orderId, amount, txId, blockHeight, unlockTime, firstSeenAt: clock.now() }];
  });
  // The wallet lists one both in its block and in the mempool after a reorganisation; the block is listed first
  return [...new Map(found.toReversed().map((deposit) => [deposit.externalId, deposit])).values()];
}

/** Deposits that the wallet does not list, and the node does not have either: a wallet made anew may have begun too late. */
async function goneDeposits(deps: ScanDeps, range: Parameters<typeof missingDeposits>[1]): Promise<readonly string[]> {
  const missing = await missingDeposits(deps.db, range);
  if (missing.length === 0) return [];
  const locations = await deps.node.locate([...new Set(missing.map(({ tx_id: txId }) => txId))]);
  const [gone, there] = [[] as string[], [] as string[]];
  for (const { external_id: externalId, tx_id: txId } of missing) {
    const location = locations.get(txId);
    const isThere = location !== undefined && (location.blockHeight !== null || !location.isInConflict);
    (isThere ? there : gone).push(externalId);
  }
  if (there.length > 0) deps.log.error({ deposits: there.join() }, 'monero_wallet_lacks_deposits');
  return gone;
}
