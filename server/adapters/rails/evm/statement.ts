import type { Period } from '#core/time.ts';
import type { Statement, StatementLine } from '#server/adapters/rails/port.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import { judgeReceipt } from './judge-payout.ts';
import type { PayoutDeps } from './pay-out.ts';
import { findSent } from './payout-store.ts';
import type { Header } from './translate.ts';

const TransfersSinceRow = rowType({
  external_id: col.text,
  amount: col.text,
  payment_system_code: col.text,
  first_seen_at: col.timestamp,
});

/** Transfers to our addresses on the chain as last scanned, with enough confirmations at `headNumber`. */
async function findTransfers(
  db: Queryable,
  { chainId, since, before, headNumber }: Period & { readonly chainId: number; readonly headNumber: number },
): Promise<Omit<StatementLine, 'direction'>[]> {
  const rows = await db.many(
    TransfersSinceRow,
    sql`
    select t.external_id, t.amount, a.payment_system_code, t.first_seen_at
    from evm.transfers t join evm.deposit_addresses a using (order_id)
    where t.chain_id = ${chainId} and not t.orphaned and t.first_seen_at >= ${new Date(since)} and t.first_seen_at < ${new Date(before)}
      and t.block_number + a.required_confirmations - 1 <= ${headNumber}`,
  );
  return rows.map((row) => ({
    reference: row.external_id,
    paymentSystemCode: row.payment_system_code,
    amount: BigInt(row.amount),
    at: row.first_seen_at.getTime(),
  }));
}

const UnmatchedSinceRow = rowType({
  subject: col.text,
  detail: col.text,
});

/** Money on our addresses in an asset that no order expects. */
async function findUnmatched(db: Queryable, chainId: number, { since, before }: Period): Promise<{ subject: string; detail: string }[]> {
  return await db.many(
    UnmatchedSinceRow,
    sql`
    select external_id as subject, amount || ' of ' || coalesce(contract, 'the coin') || ' on the address of order ' || order_id as detail
    from evm.unmatched_transfers where chain_id = ${chainId} and found_at >= ${new Date(since)}
      and found_at < ${new Date(before)}`,
  );
}

const SenderRow = rowType({
  sender: col.text,
  next_nonce: col.text,
});

/** Accounts we have paid from, each with the number of transactions we have signed from it. */
async function findSenders(db: Queryable, rail: string, chainId: number): Promise<{ sender: string; nextNonce: number }[]> {
  const rows = await db.many(
    SenderRow,
    sql`
    select sender, (max(nonce) + 1)::text as next_nonce from evm.payouts
    where rail = ${rail} and chain_id = ${chainId} and sender is not null group by sender`,
  );
  return rows.map((row) => ({ sender: row.sender, nextNonce: Number(row.next_nonce) }));
}

type StatementDeps = Pick<PayoutDeps, 'db' | 'node' | 'railName'>;

/** Our payouts by their receipts: only transactions that are mined, confirmed and transferred what was ordered. */
async function paidOut({ db, node, railName }: StatementDeps, period: Period, head: Header): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (const sent of await findSent(db, railName, period)) {
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
  for (const { sender, nextNonce } of await findSenders(db, railName, await node.chainId())) {
    const onChain = await node.nonce(sender, head.number);
    if (onChain > nextNonce)
      oddities.push({ subject: `${sender}:${nextNonce}`, detail: `the chain counts ${onChain} transactions, we have made ${nextNonce}` });
  }
  return oddities;
}

/**
 * The books of the chain in a period: valid transfers to our addresses, our transactions by their receipts, and money without an order. `unavailable`
 * if the node does not respond or refuses.
 */
export async function readStatement(deps: StatementDeps, period: Period): Promise<Statement> {
  try {
    const head = await deps.node.head();
    const chainId = await deps.node.chainId();
    const received = (await findTransfers(deps.db, { chainId, ...period, headNumber: head.number })).map((transfer) => ({
      direction: 'in' as const,
      ...transfer,
    }));
    const lines = [...received, ...(await paidOut(deps, period, head))];
    const oddities = [...(await findUnmatched(deps.db, chainId, period)), ...(await foreignSpending(deps, head))];
    return { outcome: 'listed', lines, oddities };
  } catch (error) {
    if (error instanceof RpcRefusal || error instanceof RpcUnavailable) return { outcome: 'unavailable', reason: error.message };
    throw error;
  }
}
