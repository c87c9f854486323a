import type { Period } from '#core/time.ts';
import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { Statement, StatementLine } from '#server/adapters/rails/port.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { type Cursor, readCursor } from './chain-store.ts';
import { servedNetwork, type ScanDeps } from './scan-chain.ts';

interface Query extends Period {
  readonly chain: string;
  /** Blocks up to this height count. */
  readonly height: number;
  readonly rail: string;
}

const LineRow = rowType({ reference: col.text, payment_system_code: col.text, amount: col.text, at: col.timestamp });

/** Payments to our addresses with enough confirmations. */
async function received(db: Queryable, { chain, since, before, height }: Query): Promise<StatementLine[]> {
  const rows = await db.many(
    LineRow,
    sql`
    select d.txid || ':' || d.vout as reference, a.payment_system_code, d.amount, d.first_seen_at as at
    from utxo.deposits d join utxo.deposit_addresses a using (order_id)
    where d.chain = ${chain} and d.first_seen_at >= ${new Date(since)} and d.first_seen_at < ${new Date(before)}
      and ${height}::bigint - d.block_height + 1 >= d.required_confirmations`,
  );
  return rows.map((row) => lineOf('in', row));
}

/** Our payouts whose transactions have enough confirmations. */
async function paidOut(db: Queryable, { chain, rail, since, before, height }: Query): Promise<StatementLine[]> {
  const rows = await db.many(
    LineRow,
    sql`
    select p.reference, p.payment_system_code, p.amount, p.created_at as at
    from utxo.payouts p join utxo.transactions t on t.root = p.txid
    where t.chain = ${chain} and p.rail = ${rail} and p.created_at >= ${new Date(since)}
      and p.created_at < ${new Date(before)}
      and ${height}::bigint - t.block_height + 1 >= p.required_confirmations`,
  );
  return rows.map((row) => lineOf('out', row));
}

const lineOf = (
  direction: StatementLine['direction'],
  row: { readonly reference: string; readonly payment_system_code: string; readonly amount: string; readonly at: Date },
): StatementLine => ({
  direction,
  reference: row.reference,
  paymentSystemCode: row.payment_system_code,
  amount: BigInt(row.amount),
  at: row.at.getTime(),
});

const OddityRow = rowType({ subject: col.text, detail: col.text });

/** Coins of our payout addresses spent by transactions that this shop has not made: someone else has the key. */
const foreignSpending = (db: Queryable, chain: string) =>
  db.many(
    OddityRow,
    sql`
    select k.txid || ':' || k.vout as subject, 'a coin of ' || k.amount || ' was spent by ' || k.spent_by as detail
    from utxo.coins k where k.chain = ${chain} and k.spent_by is not null
      and not exists (select 1 from utxo.transactions t where t.txid = k.spent_by)`,
  );

/**
 * The books of the chain at the block up to which it was read. `unavailable` if the node does not respond or that block is no longer on its
 * chain, before or after the books were read.
 */
export async function readStatement(deps: ScanDeps & { readonly railName: string }, { since, before }: Period): Promise<Statement> {
  const { db, railName } = deps;
  try {
    const network = await servedNetwork(deps);
    if (!network) return { outcome: 'unavailable', reason: 'the node is on another chain' };
    const chain = network.genesis;
    const cursor = await readCursor(db, chain);
    if (!cursor) return { outcome: 'listed', lines: [], oddities: [] };
    const period = { chain, rail: railName, since, before, height: cursor.height };
    const isCurrent = await isOnNodesChain(deps, cursor);
    const lines = [...(await received(db, period)), ...(await paidOut(db, period))];
    const oddities = await foreignSpending(db, chain);
    if (!isCurrent || !(await isOnNodesChain(deps, cursor))) return { outcome: 'unavailable', reason: 'the chain is being reorganised' };
    return { outcome: 'listed', lines, oddities };
  } catch (error) {
    if (error instanceof RpcRefusal || error instanceof RpcUnavailable) return { outcome: 'unavailable', reason: error.message };
    throw error;
  }
}

/** Whether a block is on the node's chain and among those that are read. */
async function isOnNodesChain({ db, node }: ScanDeps, { chain, height, hash }: Cursor): Promise<boolean> {
  const [current, head] = [await readCursor(db, chain), await node.head()];
  return current !== undefined && current.height >= height && head.height >= height && (await node.hashAt(height)) === hash;
}
