import type { Instant, Period } from '#core/time.ts';
import { type EndOutcome, withdrawalReason } from '#server/adapters/rails/port.ts';
import { unsignedPayouts } from '#server/adapters/rails/withdraw-payout.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { MadeTransaction } from './translate.ts';

/** Terms of a payout; never change under one reference. */
export interface PayoutTerms {
  readonly reference: string;
  readonly paymentSystemCode: string;
  readonly destination: string;
  readonly amount: bigint;
  readonly requiredConfirmations: number;
}

/** The transaction that alone can carry a payout, and the wallet that made it. */
export type MadePayout = Omit<MadeTransaction, 'amount' | 'txKey'> & { readonly wallet: string };

/** The chain when another transaction was first found to have spent what a payout spends. */
export interface Exclusion {
  readonly height: number;
  readonly hash: string;
}

interface Sent {
  readonly made: MadePayout;
  /** Null: in no block as far as is known. */
  readonly blockHeight: number | null;
  /** When the node took it last. */
  readonly sentAt: Instant | null;
  /** Written before it is first sent. */
  readonly startedAt: Instant | null;
  readonly excluded: Exclusion | null;
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
  payment_system_code: col.text,
  destination: col.text,
  amount: col.text,
  required_confirmations: col.number,
  state: col.oneOf(['ordered', 'recorded', 'executed', 'failed']),
  wallet: col.nullable(col.text),
  tx_id: col.nullable(col.text),
  metadata: col.nullable(col.text),
  raw_tx: col.nullable(col.text),
  key_images: col.nullable(col.arrayOf(col.text)),
  fee: col.nullable(col.text),
  started_at: col.nullable(col.timestamp),
  sent_at: col.nullable(col.timestamp),
  block_height: col.nullable(col.text),
  excluded_height: col.nullable(col.text),
  excluded_hash: col.nullable(col.text),
  reason: col.nullable(col.text),
  reported: col.nullable(col.text),
  created_at: col.timestamp,
});
type Row = RowOf<typeof Row>;

function sentOf(row: Row): Sent {
  const { wallet, tx_id: txId, metadata, raw_tx: rawTx, key_images: keyImages, fee } = row;
  if (wallet === null || txId === null || metadata === null || rawTx === null || keyImages === null || fee === null)
    throw new Error(`payout ${row.reference} has no recorded transaction`);
  return {
    made: { wallet, txId, metadata, rawTx, keyImages, fee: BigInt(fee) },
    blockHeight: row.block_height === null ? null : Number(row.block_height),
    sentAt: row.sent_at?.getTime() ?? null,
    startedAt: row.started_at?.getTime() ?? null,
    excluded: row.excluded_height === null ? null : { height: Number(row.excluded_height), hash: row.excluded_hash ?? '' },
  };
}

function fromRow(row: Row): PayoutRow {
  const terms = {
    reference: row.reference,
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
  const row = await db.maybe(Row, sql`select ${Row.list} from monero.payouts where reference = ${reference}`);
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
    insert into monero.payouts
      (reference, rail, payment_system_code, destination, amount, required_confirmations, state, reason, created_at)
    values (${terms.reference}, ${terms.rail}, ${terms.paymentSystemCode}, ${terms.destination}, ${terms.amount.toString()},
      ${terms.requiredConfirmations}, ${problem === null ? 'ordered' : 'failed'}, ${problem}, ${new Date(now)})
    on conflict (reference) do nothing`);
  const row = await findPayout(db, terms.reference);
  if (!row) throw new Error('a payout vanished');
  return row;
}

export const UNMADE = unsignedPayouts(sql`monero.payouts`);

/**
 * Makes and records under a lock, so that a reference has one transaction and no two payouts spend the same outputs. `make` gets what open
 * payouts of the wallet spend; undefined: not now.
 */
export function recordPayout(
  db: Db,
  payout: { readonly reference: string; readonly wallet: string; readonly isPaused: (tx: Tx) => Promise<boolean> },
  make: (taken: ReadonlySet<string>) => Promise<MadeTransaction | undefined>,
): Promise<'recorded' | 'settled_before' | 'paused' | 'not_now'> {
  return db.tx(async (tx) => {
    const { reference, wallet } = payout;
    if (await payout.isPaused(tx)) return 'paused';
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`monero.payouts:${wallet}`}, 0))`);
    if ((await findPayout(tx, reference))?.state !== 'ordered') return 'settled_before';
    const made = await make(await takenKeyImages(tx, wallet));
    if (!made) return 'not_now';
    const recorded = await tx.run(sql`
      update monero.payouts set state = 'recorded', wallet = ${wallet}, tx_id = ${made.txId}, metadata = ${made.metadata},
        raw_tx = ${made.rawTx}, tx_key = ${made.txKey}, key_images = ${[...made.keyImages]}::text[], fee = ${made.fee.toString()},
        reason = null
      where reference = ${reference} and state = 'ordered'`);
    // Another process has failed the payout: this transaction is discarded unsent
    return recorded === 1 ? 'recorded' : 'settled_before';
  });
}

const KeyImageRow = rowType({ key_image: col.text });

/** What the wallet's payouts spend that are made and not executed, or lost their block after that. */
async function takenKeyImages(db: Queryable, wallet: string): Promise<ReadonlySet<string>> {
  const rows = await db.many(
    KeyImageRow,
    sql`
    select unnest(key_images) as key_image from monero.payouts
    where wallet = ${wallet} and (state = 'recorded' or lost_at is not null)`,
  );
  return new Set(rows.map(({ key_image: keyImage }) => keyImage));
}

/** Allows the first sending; committed before it. False: the payout was ended meanwhile. */
export const startSending = async (db: Queryable, { reference, made: { txId } }: RecordedPayout, now: Instant): Promise<boolean> =>
  (await db.run(sql`
    update monero.payouts set started_at = coalesce(started_at, ${new Date(now)})
    where reference = ${reference} and tx_id = ${txId} and state = 'recorded'`)) === 1;

export const markSent = (db: Queryable, { reference, made: { txId } }: Pick<RecordedPayout, 'reference' | 'made'>, now: Instant) =>
  db.run(sql`update monero.payouts set sent_at = ${new Date(now)} where reference = ${reference} and tx_id = ${txId}`);

/** Stores where the transaction is. A known place of it, or none, is no exclusion. */
export const markLocated = (db: Queryable, { reference, made: { txId } }: RecordedPayout, blockHeight: number | null) =>
  db.run(sql`
    update monero.payouts set block_height = ${blockHeight}, excluded_height = null, excluded_hash = null
    where reference = ${reference} and tx_id = ${txId} and state = 'recorded'`);

export const settlePayout = (db: Queryable, { reference, made: { txId } }: RecordedPayout, blockHeight: number) =>
  db.run(sql`
    update monero.payouts set state = 'executed', block_height = ${blockHeight}, excluded_height = null, excluded_hash = null
    where reference = ${reference} and tx_id = ${txId} and state = 'recorded'`);

/** Stores since which block another transaction has spent what this one spends; null: none has. */
export const markExcluded = (db: Queryable, { reference, made: { txId } }: RecordedPayout, exclusion: Exclusion | null) =>
  db.run(sql`
    update monero.payouts
    set block_height = null, excluded_height = ${exclusion?.height ?? null}, excluded_hash = ${exclusion?.hash ?? null}
    where reference = ${reference} and tx_id = ${txId} and state = 'recorded'`);

/** Discards a transaction that can never be mined: the payout is made anew. */
export const discardExcluded = (db: Queryable, { reference, made: { txId } }: RecordedPayout) =>
  db.run(sql`
    update monero.payouts
    set state = 'ordered', wallet = null, tx_id = null, metadata = null, raw_tx = null, tx_key = null, key_images = null, fee = null,
      started_at = null, sent_at = null, block_height = null, excluded_height = null, excluded_hash = null, reported = null
    where reference = ${reference} and tx_id = ${txId} and state = 'recorded'`);

/** Fails a made payout that was never sent, or is excluded. Not reported: the operator records the end. False: it may be executed. */
export const endMade = async (
  db: Queryable,
  { reference, made: { txId } }: RecordedPayout,
  { outcome, isExcluded }: { readonly outcome: EndOutcome; readonly isExcluded: boolean },
): Promise<boolean> =>
  (await db.run(sql`
    update monero.payouts set state = 'failed', reason = ${withdrawalReason(outcome)}, reported = 'failed'
    where reference = ${reference} and tx_id = ${txId} and state = 'recorded' and (started_at is null or ${isExcluded})`)) === 1;

/** Payouts that are not settled, or whose end is not reported yet; oldest first. */
export async function unreportedPayouts(db: Queryable): Promise<readonly PayoutRow[]> {
  const rows = await db.many(
    Row,
    sql`
    select ${Row.list} from monero.payouts where state in ('ordered', 'recorded') or reported is distinct from state
    order by created_at, reference limit 500`,
  );
  return rows.map(fromRow);
}

export const markPayoutReported = (db: Db, reference: string, reported: string) =>
  db.run(sql`update monero.payouts set reported = ${reported} where reference = ${reference}`);

/** Every payout of a period that has a transaction, and that was not ended. */
export async function findSent(db: Queryable, { since, before }: Period): Promise<readonly (RecordedPayout | ExecutedPayout)[]> {
  const rows = await db.many(
    Row,
    sql`
    select ${Row.list} from monero.payouts
    where tx_id is not null and created_at >= ${new Date(since)} and created_at < ${new Date(before)} order by created_at`,
  );
  return rows.map(fromRow).filter((row) => row.state === 'recorded' || row.state === 'executed');
}

const TxIdRow = rowType({ tx_id: col.text });

/** Which of these transactions are payouts of ours. One that is mined after its payout was ended is not: the books lack it. */
export async function ownTransactions(db: Queryable, txIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (txIds.length === 0) return new Set();
  const rows = await db.many(TxIdRow, sql`select tx_id from monero.payouts where tx_id = any(${[...txIds]}::text[]) and state <> 'failed'`);
  return new Set(rows.map(({ tx_id: txId }) => txId));
}

/** Executed payouts in blocks above a height, and lost ones. */
export async function executedAbove(db: Queryable, rail: string, height: number): Promise<readonly ExecutedPayout[]> {
  const rows = await db.many(
    Row,
    sql`
    select ${Row.list} from monero.payouts
    where rail = ${rail} and state = 'executed' and (block_height > ${height} or lost_at is not null) order by reference`,
  );
  return rows.map(fromRow).filter((row) => row.state === 'executed');
}

/** Stores that an executed payout is in this block, or lost (null). */
export const markFound = (
  db: Queryable,
  reference: string,
  found: { readonly blockHeight: number | null; readonly isFinal: boolean; readonly now: Instant },
) =>
  db.run(sql`
    update monero.payouts
    set block_height = ${found.blockHeight},
      lost_at = case when ${found.isFinal} then null when ${found.blockHeight === null} then coalesce(lost_at, ${new Date(found.now)})
        else lost_at end
    where reference = ${reference} and state = 'executed'`);

const LostRow = rowType({ reference: col.text });

export const lostReferences = async (db: Queryable, rail: string): Promise<readonly string[]> =>
  (await db.many(LostRow, sql`select reference from monero.payouts where rail = ${rail} and lost_at is not null`)).map(
    ({ reference }) => reference,
  );
