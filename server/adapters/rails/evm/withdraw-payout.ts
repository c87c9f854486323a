import type { Db } from '#server/platform/db/db.ts';
import { judgeReceipt } from './judge-receipt.ts';
import type { EvmNode } from './node.ts';
import { findPayout, type RecordedPayout, withdrawOrdered } from './payout-store.ts';
import { RpcRefusal, RpcUnavailable } from './rpc.ts';

interface WithdrawDeps {
  readonly db: Db;
  readonly node: EvmNode;
}

/**
 * Whether a payout will not be made any more. One that is only ordered is given up here; a signed transaction may be mined as
 * long as its number is free, whoever has seen it: then only the chain can say no.
 */
export async function withdrawPayout(deps: WithdrawDeps, reference: string): Promise<boolean> {
  if (await withdrawOrdered(deps.db, reference)) return true;
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

/** Its number is used up: by another transaction, or by itself without moving what was ordered. */
async function isImpossible(node: EvmNode, row: RecordedPayout): Promise<boolean> {
  const [receipt, head] = await Promise.all([node.receipt(row.signed.txHash), node.head()]);
  if (receipt) return judgeReceipt(row, receipt, head.number).verdict === 'odd';
  const settled = Math.max(0, head.number - row.requiredConfirmations);
  return (await node.nonce(row.signed.sender, settled)) > row.signed.nonce;
}
