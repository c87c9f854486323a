import { RpcRefusal } from '#server/adapters/rails/node-errors.ts';
import type { Log } from '#server/platform/log.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { MoneroNode } from './node.ts';
import { discardExcluded, markExcluded, type RecordedPayout } from './payout-store.ts';
import type { MoneroWallet } from './wallet.ts';

interface JudgeDeps {
  readonly db: Db;
  readonly log: Log;
  readonly node: MoneroNode;
  readonly paying: MoneroWallet | null;
}

/**
 * Whether a transaction that the node does not have can still be mined:
 * - `none`: nothing it spends is spent;
 * - `begun`: another transaction has spent some of it, perhaps not for good;
 * - `proven`: that was so as many blocks ago as make a payment final, and those blocks are still on the chain.
 * A proven one is discarded, and its payout made anew, unless it is to be kept.
 */
export async function judgeExclusion(
  deps: JudgeDeps,
  row: RecordedPayout,
  then: 'discard' | 'keep' = 'discard',
): Promise<'none' | 'begun' | 'proven'> {
  const { db, node } = deps;
  const head = await node.head();
  const isSpent = (await node.areSpent(row.made.keyImages)).includes(true);
  if (!isSpent) {
    if (row.excluded !== null) await markExcluded(db, row, null);
    return 'none';
  }
  // Mined since it was looked up: it has spent them itself
  if ((await node.locate([row.made.txId])).has(row.made.txId)) return 'begun';
  const { excluded } = row;
  const isSameChain = excluded !== null && excluded.height <= head.height && (await node.hashAt(excluded.height - 1)) === excluded.hash;
  if (!isSameChain) {
    // Of the same chain: what was found spent is spent up to this block
    if ((await node.head()).hash === head.hash) await markExcluded(db, row, { height: head.height, hash: head.hash });
    return 'begun';
  }
  if (head.height - excluded.height < row.requiredConfirmations || !(await isUnknownToWallet(deps, row))) return 'begun';
  if (then === 'discard') await discard(deps, row);
  return 'proven';
}

/** The wallet that made it has read all blocks itself, and does not list it. Another wallet, or one that is behind, proves nothing. */
async function isUnknownToWallet({ paying, node }: JudgeDeps, { made }: RecordedPayout): Promise<boolean> {
  if (!paying || (await paying.primaryAddress()) !== made.wallet) return false;
  await paying.refresh();
  return (await paying.height()) === (await node.head()).height && !(await paying.hasSent(made.txId));
}

/** Before the payout forgets its outputs: after a crash between the two, a new transaction freezes them again. */
async function discard(deps: JudgeDeps, row: RecordedPayout): Promise<void> {
  deps.log.warn({ reference: row.reference, tx_id: row.made.txId }, 'monero_payout_excluded');
  await thawOutputs(deps, row);
  await discardExcluded(deps.db, row);
}

/** Lets the wallet use what a payout would have spent, unless it spends something else by now. */
export async function thawOutputs({ paying }: Pick<JudgeDeps, 'paying'>, { made }: RecordedPayout): Promise<void> {
  for (const keyImage of made.keyImages)
    try {
      await paying?.thaw(keyImage);
    } catch (error) {
      // Unknown to a wallet that was changed since
      if (!(error instanceof RpcRefusal)) throw error;
    }
}
