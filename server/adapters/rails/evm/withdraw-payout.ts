import type { EndOutcome } from '#server/adapters/rails/port.ts';
import type { EvmNode } from './node.ts';
import { judgeReceipt, type PayoutDeps } from './pay-out.ts';
import { endExcluded, findPayout, type RecordedPayout, UNSIGNED } from './payout-store.ts';

/** True if a payout will never be made. A signed one may be mined while its nonce is free: only the chain can exclude it. */
export const withdrawPayout = (
  deps: Pick<PayoutDeps, 'db' | 'node' | 'clock' | 'railName'>,
  reference: string,
  outcome: EndOutcome,
): Promise<boolean> =>
  UNSIGNED.end({ ...deps, now: deps.clock.now() }, { reference, outcome }, async () => {
    const row = await findPayout(deps.db, reference);
    return row?.state === 'recorded' && (await isImpossible(deps.node, row)) && (await endExcluded(deps.db, reference, outcome));
  });

/** Its nonce is used: by another transaction, or by this one without transferring what was ordered. */
async function isImpossible(node: EvmNode, row: RecordedPayout): Promise<boolean> {
  const [receipt, head] = await Promise.all([node.receipt(row.signed.txHash), node.head()]);
  if (receipt) return judgeReceipt(row, receipt, head.number).verdict === 'mismatch';
  const settled = Math.max(0, head.number - row.requiredConfirmations);
  return (await node.nonce(row.signed.sender, settled)) > row.signed.nonce;
}
