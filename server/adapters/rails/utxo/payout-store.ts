import type { Instant } from '#core/time.ts';
import { unsignedPayouts } from '#server/adapters/rails/withdraw-payout.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';

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

/** A transaction that can carry a payout. */
export interface SignedTransaction {
  readonly txid: string;
  readonly chain: string;
  readonly rawTx: string;
  readonly fee: bigint;
  readonly change: bigint;
  /** What it spends, as `<txid>:<output>`. */
  readonly inputs: readonly string[];
}

/** The version of a payout's transaction that is in a block, else the latest. `blockHeight` null: in no block that was read. */
export interface Sent {
  /** txid of the first version. */
  readonly root: string;
  readonly version: number;
  readonly signed: SignedTransaction;
  readonly blockHeight: number | null;
  /** When a version was last sent. */
  readonly broadcastAt: Instant | null;
  /** Scanned height from which the fee may be raised. */
  readonly raiseFrom: number;
  /** This payout's part of the fee; the parts of all payouts of a transaction add up to it. */
  readonly feeShare: bigint;
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
  inputs: col.nullable(col.arrayOf(col.text)),
  root: col.nullable(col.text),
  version: col.nullable(col.number),
  raise_from: col.nullable(col.text),
  block_height: col.nullable(col.text),
  broadcast_at: col.nullable(col.timestamp),
  batch_size: col.number,
  batch_position: col.number,
});
type Row = RowOf<typeof Row>;

const selectFrom = (payouts: Sql): Sql => sql`
  select p.reference, p.rail, p.payment_system_code, p.destination, p.amount, p.required_confirmations, p.state, p.reason, p.reported,
    p.created_at, t.txid, t.chain, t.raw_tx, t.fee, t.change, t.inputs, t.root, t.version, t.raise_from, t.block_height,
    (select max(w.broadcast_at) from utxo.transactions w where w.root = p.txid) as broadcast_at,
    (select count(*)::int from utxo.payouts q where q.txid = p.txid) as batch_size,
    (select count(*)::int from utxo.payouts q where q.txid = p.txid and q.reference < p.reference) as batch_position
  from ${payouts} p left join lateral (
    select * from utxo.transactions v where v.root = p.txid order by v.block_height is null, v.version desc limit 1) t on true`;
const SELECT = selectFrom(sql`utxo.payouts`);

/** Equal parts; the first ones are one unit larger where they do not divide. */
function shareOf(fee: bigint, { batch_size: size, batch_position: position }: Pick<Row, 'batch_size' | 'batch_position'>): bigint {
  const count = BigInt(size);
  return fee / count + (BigInt(position) < fee % count ? 1n : 0n);
}

function sentOf(row: Row): Sent {
  const { txid, chain, raw_tx: rawTx, fee, change, inputs, root, version } = row;
  if (txid === null || chain === null || rawTx === null || fee === null || change === null || inputs === null || root === null)
    throw new Error(`payout ${row.reference} has no recorded transaction`);
  return {
    root,
    version: version ?? 1,
    raiseFrom: Number(row.raise_from),
    feeShare: shareOf(BigInt(fee), row),
    signed: { txid, chain, rawTx, fee: BigInt(fee), change: BigInt(change), inputs },
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

export const UNSIGNED = unsignedPayouts(sql`utxo.payouts`);

export const markBroadcast = (db: Db, txid: string, now: Instant) =>
  db.run(sql`update utxo.transactions set broadcast_at = ${new Date(now)} where txid = ${txid}`);

/** The payouts that a transaction carries. */
export async function payoutsOf(db: Queryable, root: string): Promise<readonly PayoutTerms[]> {
  const rows = await db.many(Row, sql`${SELECT} where p.txid = ${root} order by p.reference`);
  return rows.map(fromRow);
}

const VersionRow = rowType({ txid: col.text, raw_tx: col.text });

/** All versions of a payout's transaction, the latest first. */
export async function versionsOf(db: Queryable, root: string): Promise<readonly Pick<SignedTransaction, 'txid' | 'rawTx'>[]> {
  const rows = await db.many(VersionRow, sql`select txid, raw_tx from utxo.transactions where root = ${root} order by version desc`);
  return rows.map((row) => ({ txid: row.txid, rawTx: row.raw_tx }));
}

/** Payouts that are not settled, whose end is not reported yet, or that a reorganisation took out of the chain after it; oldest first. */
export async function unreportedPayouts(db: Queryable, rail: string): Promise<readonly PayoutRow[]> {
  const rows = await db.many(
    Row,
    sql`${selectFrom(sql`(
      (select * from utxo.payouts
        where rail = ${rail} and (state in ('ordered', 'recorded') or reported is distinct from state)
        order by created_at, reference limit 500)
      union
      -- A settled payout in the chain has no assigned coins that are unspent
      select e.* from utxo.coins k join utxo.payouts e on e.txid = k.spender
      where k.spent_by is null and k.spender is not null and e.rail = ${rail} and e.state = 'executed')`)}
    order by p.created_at, p.reference limit 500`,
  );
  return rows.map(fromRow);
}

export const markPayoutReported = (db: Db, reference: string, reported: string) =>
  db.run(sql`update utxo.payouts set reported = ${reported} where reference = ${reference}`);
