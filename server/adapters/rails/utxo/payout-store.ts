import type { Instant } from '#core/time.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

/** Terms of a payout; never change under one reference. */
export interface PayoutTerms {
  readonly reference: string;
  /** Name of the rail that received the order. */
  readonly rail: string;
  readonly paymentSystemCode: string;
  readonly destination: string;
  readonly amount: bigint;
  readonly requiredConfirmations: number;
}

/** The one transaction that can carry a payout. */
export interface SignedTransaction {
  readonly txid: string;
  readonly chain: string;
  readonly rawTx: string;
  readonly fee: bigint;
  readonly change: bigint;
}

/** Where a signed transaction is: `blockHeight` null: in no block that was read. */
export interface Sent {
  readonly signed: SignedTransaction;
  readonly blockHeight: number | null;
  readonly broadcastAt: Instant | null;
}

export type PayoutRow = PayoutTerms & { readonly reported: string | null; readonly createdAt: Instant } & (
    | { readonly state: 'ordered' }
    | ({ readonly state: 'recorded' } & Sent)
    | ({ readonly state: 'executed' } & Sent)
    | { readonly state: 'failed'; readonly reason: string }
  );

export type RecordedPayout = Extract<PayoutRow, { state: 'recorded' }>;
export type ExecutedPayout = Extract<PayoutRow, { state: 'executed' }>;

const Row = rowType({
  reference: col.text,
  rail: col.text,
  payment_system_code: col.text,
  destination: col.text,
  amount: col.text,
  required_confirmations: col.number,
  state: col.oneOf(['ordered', 'recorded', 'executed', 'failed']),
  reason: col.nullable(col.text),
  reported: col.nullable(col.text),
  created_at: col.timestamp,
  txid: col.nullable(col.text),
  chain: col.nullable(col.text),
  raw_tx: col.nullable(col.text),
  fee: col.nullable(col.text),
  change: col.nullable(col.text),
  block_height: col.nullable(col.text),
  broadcast_at: col.nullable(col.timestamp),
});
type Row = RowOf<typeof Row>;

const SELECT = sql`
  select p.reference, p.rail, p.payment_system_code, p.destination, p.amount, p.required_confirmations, p.state, p.reason, p.reported,
    p.created_at, t.txid, t.chain, t.raw_tx, t.fee, t.change, t.block_height, t.broadcast_at
  from utxo.payouts p left join utxo.transactions t using (txid)`;

function sentOf(row: Row): Sent {
  const { txid, chain, raw_tx: rawTx, fee, change } = row;
  if (txid === null || chain === null || rawTx === null || fee === null || change === null)
    throw new Error(`payout ${row.reference} has no recorded transaction`);
  return {
    signed: { txid, chain, rawTx, fee: BigInt(fee), change: BigInt(change) },
    blockHeight: row.block_height === null ? null : Number(row.block_height),
    broadcastAt: row.broadcast_at?.getTime() ?? null,
  };
}

function fromRow(row: Row): PayoutRow {
  const terms = {
    reference: row.reference,
    rail: row.rail,
    paymentSystemCode: row.payment_system_code,
    destination: row.destination,
    amount: BigInt(row.amount),
    requiredConfirmations: row.required_confirmations,
    reported: row.reported,
    createdAt: row.created_at.getTime(),
  };
  if (row.state === 'ordered') return { ...terms, state: 'ordered' };
  if (row.state === 'failed') return { ...terms, state: 'failed', reason: row.reason ?? 'unknown' };
  return { ...terms, state: row.state, ...sentOf(row) };
}

export async function findPayout(db: Queryable, reference: string): Promise<PayoutRow | undefined> {
  const row = await db.maybe(Row, sql`${SELECT} where p.reference = ${reference}`);
  return row && fromRow(row);
}

/**
 * Inserts the payout, once per reference, and returns its current row. A payout with a `problem` is inserted as failed: no later call may
 * pay a reference that was reported as failed.
 */
export async function insertPayout(
  db: Db,
  terms: PayoutTerms,
  { problem, now }: { readonly problem: string | null; readonly now: Instant },
): Promise<PayoutRow> {
  await db.run(sql`
    insert into utxo.payouts (reference, rail, payment_system_code, destination, amount, required_confirmations, state, reason, created_at)
    values (${terms.reference}, ${terms.rail}, ${terms.paymentSystemCode}, ${terms.destination}, ${terms.amount.toString()},
      ${terms.requiredConfirmations}, ${problem === null ? 'ordered' : 'failed'}, ${problem}, ${new Date(now)})
    on conflict (reference) do nothing`);
  const row = await findPayout(db, terms.reference);
  if (!row) throw new Error('a payout vanished');
  return row;
}

/** Fails a payout for which nothing was signed; one with a transaction is left alone. */
export const refusePayout = (db: Queryable, reference: string, reason: string) =>
  db.run(sql`update utxo.payouts set state = 'failed', reason = ${reason} where reference = ${reference} and state = 'ordered'`);

/** Fails an unsigned payout that an operator ends. It is not reported, because the operator records the end. */
export const withdrawUnsigned = async (db: Queryable, reference: string): Promise<boolean> =>
  (await db.run(sql`
    update utxo.payouts set state = 'failed', reason = 'ended_by_a_person', reported = 'failed'
    where reference = ${reference} and state = 'ordered'`)) === 1;

export const markBroadcast = (db: Db, txid: string, now: Instant) =>
  db.run(sql`update utxo.transactions set broadcast_at = ${new Date(now)} where txid = ${txid}`);

/** Executed, if the transaction has all its confirmations on the chain as it was read last. */
export const settlePayout = async (db: Db, reference: string): Promise<boolean> =>
  (await db.run(sql`
    update utxo.payouts p set state = 'executed'
    from utxo.transactions t join utxo.chains c using (chain)
    where p.reference = ${reference} and p.state = 'recorded' and t.txid = p.txid
      and c.scanned_to - t.block_height + 1 >= p.required_confirmations`)) === 1;

/** Payouts that are not settled, or whose end is not reported yet; oldest first. */
export async function unreportedPayouts(db: Db, rail: string): Promise<readonly PayoutRow[]> {
  const rows = await db.many(
    Row,
    sql`${SELECT}
    where p.rail = ${rail} and (p.state in ('ordered', 'recorded') or p.reported is distinct from p.state)
    order by p.created_at, p.reference limit 500`,
  );
  return rows.map(fromRow);
}

export const markPayoutReported = (db: Db, reference: string, reported: string) =>
  db.run(sql`update utxo.payouts set reported = ${reported} where reference = ${reference}`);

const ForeignRow = rowType({ count: col.text });

/** Whether another transaction has spent a coin of this one, with enough confirmations: then this one can never be mined. */
export async function isExcluded(db: Queryable, row: RecordedPayout): Promise<boolean> {
  const { count } = await db.one(
    ForeignRow,
    sql`
    select count(*)::text as count from utxo.coins k join utxo.chains c using (chain)
    where k.spender = ${row.signed.txid} and k.spent_by <> ${row.signed.txid}
      and c.scanned_to - k.spent_height + 1 >= ${row.requiredConfirmations}`,
  );
  return count !== '0';
}
