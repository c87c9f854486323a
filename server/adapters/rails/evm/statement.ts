import type { Instant } from '#core/time.ts';
import type { Statement, StatementLine } from '#server/adapters/rails/port.ts';
import { judgeReceipt } from './judge-receipt.ts';
import type { PayoutDeps } from './pay-out.ts';
import { sentSince } from './payout-store.ts';
import { RpcRefusal, RpcUnavailable } from './rpc.ts';
import { findSenders, transfersSince, unmatchedSince } from './statement-store.ts';
import type { Header } from './translate.ts';

type StatementDeps = Pick<PayoutDeps, 'db' | 'node' | 'railName'>;

/** Our payouts by their receipts: only transactions that are mined, confirmed and transferred what was ordered. */
async function paidOut({ db, node, railName }: StatementDeps, since: Instant, head: Header): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (const sent of await sentSince(db, railName, since)) {
    const receipt = await node.receipt(sent.txHash);
    const result = receipt && judgeReceipt(sent, receipt, head.number);
    if (result?.verdict !== 'executed') continue;
    const { reference, paymentSystemCode, amount, createdAt } = sent;
    lines.push({ direction: 'out', reference, paymentSystemCode, amount, at: createdAt });
  }
  return lines;
}

/** Transactions of our paying accounts that this shop has not made: someone else has the key. */
async function foreignSpending({ db, node, railName }: StatementDeps, head: Header) {
  const oddities: { subject: string; detail: string }[] = [];
  for (const { sender, next } of await findSenders(db, railName, await node.chainId())) {
    const onChain = await node.nonce(sender, head.number);
    if (onChain > next)
      oddities.push({ subject: `${sender}:${next}`, detail: `the chain counts ${onChain} transactions, we have made ${next}` });
  }
  return oddities;
}

/**
 * The books of the chain: transfers to our addresses that are still part of it, our transactions by their receipts, and money that no
 * order explains. `unavailable` if the node does not respond or refuses.
 */
export async function readStatement(deps: StatementDeps, since: Instant): Promise<Statement> {
  try {
    const head = await deps.node.head();
    const chainId = await deps.node.chainId();
    const received = (await transfersSince(deps.db, { chainId, since, headNumber: head.number })).map((transfer) => ({
      direction: 'in' as const,
      ...transfer,
    }));
    const lines = [...received, ...(await paidOut(deps, since, head))];
    const oddities = [...(await unmatchedSince(deps.db, chainId, since)), ...(await foreignSpending(deps, head))];
    return { outcome: 'listed', lines, oddities };
  } catch (error) {
    if (error instanceof RpcRefusal || error instanceof RpcUnavailable) return { outcome: 'unavailable', reason: error.message };
    throw error;
  }
}
