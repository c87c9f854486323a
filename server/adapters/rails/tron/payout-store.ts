import * as z from 'zod/mini';
import type { Instant, Period } from '#core/time.ts';
import { type EndOutcome, withdrawalReason } from '#server/adapters/rails/port.ts';
import { unsignedPayouts } from '#server/adapters/rails/withdraw-payout.ts';
import { col, type Db, extendRow, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Terms of a payout; never change under one reference. */
export interface PayoutTerms {
  readonly reference: string;
  readonly paymentSystemCode: string;
  /** The token's contract; null for the coin. */
  readonly contract: string | null;
  readonly destination: string;
  readonly amount: bigint;
}

/** The transaction that alone can carry a payout until it has expired. `maxFee` in sun. */
export interface SignedPayout {
  readonly sender: string;
  readonly rawTx: string;
  readonly txId: string;
  readonly expiresAt: Instant;
  readonly maxFee: bigint;
}

export type PayoutRow = PayoutTerms & { readonly reported: string | null } & (
    | { readonly state: 'ordered' }
    /** `minedBlock`: the solid block that contains it, null while none does. */
    | {
        readonly state: 'recorded';
        readonly signed: SignedPayout;
        readonly broadcastAt: Instant | null;
        readonly minedBlock: number | null;
      }
    | { readonly state: 'executed'; readonly signed: SignedPayout; readonly fee: bigint }
    /** `burnt`: the fee of a failed transaction, with its id; null if nothing was executed. */
    | { readonly state: 'failed'; readonly reason: string; readonly burnt: { readonly fee: bigint; readonly txId: string } | null }
  );

export type RecordedPayout = Extract<PayoutRow, { state: 'recorded' }>;

const Row = rowType({
  reference: col.text,
  payment_system_code: col.text,
  contract: col.nullable(col.text),
  destination: col.text,
  amount: col.text,
  state: col.oneOf(['ordered', 'recorded', 'executed', 'failed']),
  sender: col.nullable(col.text),
  raw_tx: col.nullable(col.text),
  tx_id: col.nullable(col.text),
  expires_at: col.nullable(col.timestamp),
  mined_block: col.nullable(col.text),
  max_fee: col.nullable(col.text),
  fee: col.nullable(col.text),
  reason: col.nullable(col.text),
  broadcast_at: col.nullable(col.timestamp),
  reported: col.nullable(col.text),
});
type Row = RowOf<typeof Row>;

function signedOf({ reference, sender, raw_tx: rawTx, tx_id: txId, expires_at: expiresAt, max_fee: maxFee }: Row): SignedPayout {
  if (sender === null || rawTx === null || txId === null || expiresAt === null || maxFee === null)
    throw new Error(`payout ${reference} has no recorded transaction`);
  return { sender, rawTx, txId, expiresAt: expiresAt.getTime(), maxFee: BigInt(maxFee) };
}

function fromRow(row: Row): PayoutRow {
  const terms = {
    reference: row.reference,
    paymentSystemCode: row.payment_system_code,
    contract: row.contract,
    destination: row.destination,
    amount: BigInt(row.amount),
    reported: row.reported,
  };
  if (row.state === 'ordered') return { ...terms, state: 'ordered' };
  if (row.state === 'executed') return { ...terms, state: 'executed', signed: signedOf(row), fee: BigInt(row.fee ?? '0') };
  if (row.state === 'failed') {
    const burnt = row.fee === null || row.tx_id === null ? null : { fee: BigInt(row.fee), txId: row.tx_id };
    return { ...terms, state: 'failed', reason: row.reason ?? 'unknown', burnt };
  }
  const minedBlock = row.mined_block === null ? null : Number(row.mined_block);
  return { ...terms, state: 'recorded', signed: signedOf(row), broadcastAt: row.broadcast_at?.getTime() ?? null, minedBlock };
}

export async function findPayout(db: Queryable, reference: string): Promise<PayoutRow | undefined> {
  const row = await db.maybe(Row, sql`select ${Row.list} from tron.payouts where reference = ${reference}`);
  return row && fromRow(row);
}

/**
 * Inserts the payout, once per reference, and returns its current row. A payout with a `problem` is inserted as failed: no later call may
 * pay a reference that was reported as failed.
 */
export async function insertPayout(
  db: Db,
  terms: PayoutTerms & { readonly rail: string },
  { problem, now }: { readonly problem: string | null; readonly now: Instant },
): Promise<PayoutRow> {
  await db.run(sql`
    insert into tron.payouts (reference, rail, payment_system_code, contract, destination, amount, required_confirmations, state, reason,
      created_at)
    values (${terms.reference}, ${terms.rail}, ${terms.paymentSystemCode}, ${terms.contract}, ${terms.destination},
      ${terms.amount.toString()}, 1, ${problem === null ? 'ordered' : 'failed'}, ${problem}, ${new Date(now)})
    on conflict (reference) do nothing`);
  const row = await findPayout(db, terms.reference);
  if (!row) throw new Error('a payout vanished');
  return row;
}

export const UNSIGNED = unsignedPayouts(sql`tron.payouts`);

/** What payouts under way of a sender may still spend; `references` are those payouts. */
export interface Outstanding {
  /** In sun, fees included. */
  readonly coin: bigint;
  /** In the smallest unit of the contract asked for. */
  readonly token: bigint;
  readonly references: readonly string[];
}

const OutstandingRow = rowType({ coin: col.text, token: col.text, references: col.json(z.array(z.string())) });

/**
 * Payouts that are signed and not settled, and those of `before`, which may have been settled since: the balance was read after them, and
 * counting one twice only delays a payout.
 */
export async function outstandingOf(
  db: Queryable,
  { sender, contract, before = [] }: { readonly sender: string; readonly contract: string | null; readonly before?: readonly string[] },
): Promise<Outstanding> {
  const row = await db.one(
    OutstandingRow,
    sql`
    select coalesce(sum(max_fee + case when contract is null then amount else 0 end), 0)::text as coin,
      coalesce(sum(amount) filter (where contract = ${contract}), 0)::text as token,
      coalesce(json_agg(reference), '[]') as references
    from tron.payouts where (sender = ${sender} and state = 'recorded') or reference = any(${before}::text[])`,
  );
  return { coin: BigInt(row.coin), token: BigInt(row.token), references: row.references };
}

/**
 * Signs and records under the sender's lock, so that a reference has one transaction and money is promised once across processes. `sign`
 * gets what is outstanding; undefined: not now.
 */
export function recordPayout(
  db: Db,
  payout: {
    readonly reference: string;
    readonly sender: string;
    readonly contract: string | null;
    readonly before: readonly string[];
    readonly isPaused: (tx: Tx) => Promise<boolean>;
  },
  sign: (tx: Tx, outstanding: Outstanding) => Promise<SignedPayout | undefined>,
): Promise<'recorded' | 'settled_before' | 'paused' | 'not_now'> {
  return db.tx(async (tx) => {
    const { reference, sender } = payout;
    if (await payout.isPaused(tx)) return 'paused';
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`tron.payouts:${sender}`}, 0))`);
    if ((await findPayout(tx, reference))?.state !== 'ordered') return 'settled_before';
    const signed = await sign(tx, await outstandingOf(tx, payout));
    if (!signed) return 'not_now';
    await tx.run(sql`insert into tron.senders (address) values (${sender}) on conflict do nothing`);
    const recorded = await tx.run(sql`
      update tron.payouts set state = 'recorded', sender = ${sender}, raw_tx = ${signed.rawTx}, tx_id = ${signed.txId},
        expires_at = ${new Date(signed.expiresAt)}, max_fee = ${signed.maxFee.toString()}, reason = null
      where reference = ${reference} and state = 'ordered'`);
    // Another process has failed the payout: this signature is discarded unsent
    return recorded === 1 ? 'recorded' : 'settled_before';
  });
}

const TakenRow = rowType({ taken: col.bool });

/** Whether a payout has this transaction id: two payouts of the same amount to one address must differ. */
export const isTransactionTaken = async (tx: Tx, txId: string): Promise<boolean> =>
  (await tx.one(TakenRow, sql`select exists (select from tron.payouts where tx_id = ${txId}) as taken`)).taken;

/** Signed, in no solid block that was read, and the last one read is past its expiration: it can never be executed. */
const EXPIRED = sql`state = 'recorded' and mined_block is null and expires_at <= (select scanned_time from tron.chain)`;

/** Discards the expired transaction of a payout, which is then signed anew. False: it is not expired, or has another transaction by now. */
export const discardExpired = async (db: Queryable, { reference, signed: { txId } }: RecordedPayout): Promise<boolean> =>
  (await db.run(sql`
    update tron.payouts
    set state = 'ordered', sender = null, raw_tx = null, tx_id = null, expires_at = null, max_fee = null, broadcast_at = null,
      reported = null
    where reference = ${reference} and tx_id = ${txId} and ${EXPIRED}`)) === 1;

/** The reason of a payout whose transaction succeeded without moving what was ordered: an operator must investigate. */
export const MOVED_SOMETHING_ELSE = 'transaction_moved_something_else';

/** Fails a signed payout that the network excludes. It is not reported, because the operator records the end. False: it may be executed. */
export const endExcluded = async (db: Queryable, reference: string, outcome: EndOutcome): Promise<boolean> =>
  (await db.run(sql`
    update tron.payouts set state = 'failed', reason = ${withdrawalReason(outcome)}, reported = 'failed'
    where reference = ${reference} and ((${EXPIRED}) or (state = 'recorded' and reason = ${MOVED_SOMETHING_ELSE}))`)) === 1;

export const markMovedSomethingElse = (db: Queryable, reference: string) =>
  db.run(sql`update tron.payouts set reason = ${MOVED_SOMETHING_ELSE} where reference = ${reference} and state = 'recorded'`);

export const markBroadcast = (db: Db, { reference, signed: { txId } }: RecordedPayout, now: Instant) =>
  db.run(sql`
    update tron.payouts set broadcast_at = ${new Date(now)} where reference = ${reference} and tx_id = ${txId} and state = 'recorded'`);

/** Stores the result in a solid block. */
export const settlePayout = (
  db: Db,
  { reference, signed: { txId } }: RecordedPayout,
  result: { readonly state: 'executed' | 'failed'; readonly fee: bigint; readonly reason: string | null },
) =>
  db.run(sql`
    update tron.payouts set state = ${result.state}, fee = ${result.fee.toString()}, reason = ${result.reason}
    where reference = ${reference} and tx_id = ${txId} and state = 'recorded'`);

/** Payouts that are not settled, or whose end is not reported yet; oldest first. */
export async function unreportedPayouts(db: Queryable): Promise<readonly PayoutRow[]> {
  const rows = await db.many(
    Row,
    sql`
    select ${Row.list} from tron.payouts where state in ('ordered', 'recorded') or reported is distinct from state
    order by created_at, reference limit 500`,
  );
  return rows.map(fromRow);
}

export const markPayoutReported = (db: Db, reference: string, reported: string) =>
  db.run(sql`update tron.payouts set reported = ${reported} where reference = ${reference}`);

const SentRow = extendRow(Row, { created_at: col.timestamp });

/** Every payout of a period that has a transaction, whatever its outcome. */
export async function findSent(
  db: Queryable,
  { since, before }: Period,
): Promise<readonly (PayoutRow & { readonly txId: string; readonly createdAt: Instant })[]> {
  const rows = await db.many(
    SentRow,
    sql`
    select ${Row.list}, created_at from tron.payouts
    where tx_id is not null and created_at >= ${new Date(since)} and created_at < ${new Date(before)} order by created_at`,
  );
  return rows.map((row) => ({ ...fromRow(row), txId: signedOf(row).txId, createdAt: row.created_at.getTime() }));
}
