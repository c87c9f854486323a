import type { Db } from '#server/platform/db/db.ts';
import { judgeReceipt } from './judge-receipt.ts';
import type { EvmNode } from './node.ts';
import { findPayout, type RecordedPayout, withdrawUnsigned } from './payout-store.ts';
import { RpcRefusal, RpcUnavailable } from './rpc.ts';

interface WithdrawDeps {
  readonly db: Db;
  readonly node: EvmNode;
}

/**
 * True if a payout will never be made. An unsigned one is cancelled here; a signed transaction may be mined by anyone as long as its
 * nonce is free, so only the chain can rule it out.
 */
export async function withdrawPayout(deps: WithdrawDeps, reference: string): Promise<boolean> {
  if (await withdrawUnsigned(deps.db, reference)) return true;
  const row = await findPayout(deps.db, reference);
  if (row === undefined || row.state === 'failed') return true;
  if (row.state !== 'recorded') return false;
  try {
    return await isImpossible(deps.node, row);
  } catch (error) {
    if (!(error instanceof RpcUnavailable || error instanceof RpcRefusal)) throw error;
    return false;
  }
}

/** Its nonce is used: by another transaction, or by this one without transferring what was ordered. */
async function isImpossible(node: EvmNode, row: RecordedPayout): Promise<boolean> {
  const [receipt, head] = await Promise.all([node.receipt(row.signed.txHash), node.head()]);
  if (receipt) return judgeReceipt(row, receipt, head.number).verdict === 'mismatch';
  const settled = Math.max(0, head.number - row.requiredConfirmations);
  return (await node.nonce(row.signed.sender, settled)) > row.signed.nonce;
}
