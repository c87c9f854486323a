import { SECOND_MS } from '#core/time.ts';
import { markInMempool, saveDeposit, unconfirmedDeposits } from './deposit-store.ts';
import { findDeposits, type ScanDeps, type ScanResult } from './scan-chain.ts';

/** Transactions looked at per reading; the rest follows with the next one. */
const MAX_TRANSACTIONS = 2_000;
/** A list of a full mempool takes megabytes. */
export const MEMPOOL_EVERY_MS = 5 * SECOND_MS;

/** Reads the mempool of a node; remembers which transactions it has looked at. */
export interface MempoolReader {
  /**
   * Finds payments on their way, and marks those that are in no block as gone or back. False: not read this time, so nothing may be
   * concluded from what is stored.
   */
  read(scan: ScanResult): Promise<boolean>;
}

export function createMempoolReader(deps: ScanDeps, everyMs: number): MempoolReader {
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    async read(scan) {
      const now = deps.clock.now();
      if (!scan.caughtUp || now - readAt < everyMs) return false;
      // A node that was restarted lists little at first
      if (!(await deps.node.isMempoolLoaded())) return false;
      const listed = await deps.node.mempool();
      // A block found meanwhile has taken its transactions out of the list without being read.
      if ((await deps.node.head()).hash !== scan.head.hash) return false;
      const unknown = listed.filter((txid) => !known.has(txid)).slice(0, MAX_TRANSACTIONS);
      const transactions = await deps.node.mempoolTransactions(unknown);
      const found = await findDeposits(deps, { chain: scan.chain, transactions, blockHeight: null, firstSeenAt: now });
      for (const deposit of found) await saveDeposit(deps.db, scan.chain, deposit);
      const isMarked = await markPresence(deps, scan, new Set(listed));
      const looked = new Set(unknown);
      known = new Set(listed.filter((txid) => known.has(txid) || looked.has(txid)));
      readAt = now;
      return isMarked;
    },
  };
}

async function markPresence({ db }: ScanDeps, scan: ScanResult, listed: ReadonlySet<string>): Promise<boolean> {
  const unconfirmed = await unconfirmedDeposits(db, scan.chain);
  const gone = unconfirmed.filter(({ txid, isGone }) => !isGone && !listed.has(txid)).map(({ txid }) => txid);
  const back = unconfirmed.filter(({ txid, isGone }) => isGone && listed.has(txid)).map(({ txid }) => txid);
  return await markInMempool(db, { chain: scan.chain, hash: scan.head.hash }, { gone, back });
}
