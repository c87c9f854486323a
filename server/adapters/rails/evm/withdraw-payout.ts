import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { EndOutcome } from '#server/adapters/rails/port.ts';
import type { EvmNode } from './node.ts';
import { judgeReceipt, type PayoutDeps } from './pay-out.ts';
import { changeWithdrawal, endExcluded, excludeReference, findPayout, type RecordedPayout, withdrawUnsigned } from './payout-store.ts';

/**
 * True if a payout will never be made. An unsigned one is cancelled here. A signed transaction may be mined while its nonce is free, so
 * only the chain can exclude it.
 */
export async function withdrawPayout(
  deps: Pick<PayoutDeps, 'db' | 'node' | 'clock' | 'railName'>,
  reference: string,
  outcome: EndOutcome,
): Promise<boolean> {
  await excludeReference(deps.db, { reference, rail: deps.railName, outcome, now: deps.clock.now() });
  if (await withdrawUnsigned(deps.db, reference, outcome)) return true;
  const row = await findPayout(deps.db, reference);
  if (row === undefined) return false;
  if (row.state === 'failed') {
    await changeWithdrawal(deps.db, reference, outcome);
    return true;
  }
  if (row.state !== 'recorded') return false;
  try {
    return (await isImpossible(deps.node, row)) && (await endExcluded(deps.db, reference, outcome));
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
