import { DEPOSIT_STATES } from '#core/order/payment-reports.ts';
import type { Instant } from '#core/time.ts';
import type { Deposit } from '#server/adapters/rails/port.ts';
import { col, type Db, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

/** How far the receiving wallet was read. */
export interface Cursor {
  readonly wallet: string;
  readonly scannedTo: number;
  readonly version: string;
}

const CursorRow = rowType({ scanned_to: col.text, version: col.text });

export async function readCursor(db: Queryable, wallet: string): Promise<Cursor | undefined> {
  const row = await db.maybe(CursorRow, sql`select scanned_to, version from monero.wallets where address = ${wallet}`);
  return row && { wallet, scannedTo: Number(row.scanned_to), version: row.version };
}

/** Starts reading a wallet at this height, unless it was started before. */
export const startCursor = (db: Db, { wallet, scannedTo }: Pick<Cursor, 'wallet' | 'scannedTo'>, now: Instant) =>
  db.run(sql`
    insert into monero.wallets (address, scanned_to, updated_at) values (${wallet}, ${scannedTo}, ${new Date(now)})
    on conflict do nothing`);

/** A transfer to the address of an order. */
export interface SeenDeposit {
  readonly externalId: string;
  readonly orderId: string;
  readonly amount: bigint;
  readonly txId: string;
  /** Null: in the mempool. */
  readonly blockHeight: number | null;
  /** The sender's lock: 0 none, a block height, or a time in seconds. */
  readonly unlockTime: bigint;
  readonly firstSeenAt: Instant;
}

const MissingRow = rowType({ external_id: col.text, tx_id: col.text });

/** Deposits that a list of everything above a height should contain and does not. */
export const missingDeposits = (
  db: Queryable,
  range: { readonly wallet: string; readonly above: number; readonly listed: readonly string[] },
) =>
  db.many(
    MissingRow,
    sql`
    select d.external_id, d.tx_id from monero.deposits d join monero.deposit_addresses a using (order_id)
    where a.wallet = ${range.wallet} and not d.is_gone and (d.block_height is null or d.block_height > ${range.above})
      and d.external_id <> all(${[...range.listed]}::text[])`,
  );

/** Saves a reading of the wallet and the cursor, atomically. False: another process has saved one meanwhile. */
export function saveReading(
  db: Db,
  cursor: Cursor,
  reading: {
    readonly height: number;
    readonly deposits: readonly SeenDeposit[];
    readonly gone: readonly string[];
    readonly now: Instant;
  },
): Promise<boolean> {
  return db.tx(async (tx) => {
    const moved = await tx.run(sql`
      update monero.wallets set scanned_to = ${reading.height}, version = version + 1, updated_at = ${new Date(reading.now)}
      where address = ${cursor.wallet} and version = ${cursor.version}`);
    if (moved === 0) return false;
    for (const deposit of reading.deposits)
      await tx.run(sql`
        insert into monero.deposits (external_id, order_id, amount, tx_id, block_height, unlock_time, first_seen_at)
        values (${deposit.externalId}, ${deposit.orderId}, ${deposit.amount.toString()}, ${deposit.txId}, ${deposit.blockHeight},
          ${deposit.unlockTime.toString()}, ${new Date(deposit.firstSeenAt)})
        on conflict (external_id) do update set block_height = excluded.block_height, is_gone = false`);
    await tx.run(sql`
      update monero.deposits set is_gone = true, block_height = null where external_id = any(${[...reading.gone]}::text[])`);
    return true;
  });
}

/** A deposit with the last state that was reported to its order. */
export interface TrackedDeposit extends SeenDeposit {
  readonly address: string;
  readonly paymentSystemCode: string;
  readonly requiredConfirmations: number;
  readonly isGone: boolean;
  readonly reportedState: Deposit['state'] | null;
  readonly reportedConfirmations: number | null;
}

const TrackedRow = rowType({
  external_id: col.text,
  order_id: col.text,
  amount: col.text,
  tx_id: col.text,
  block_height: col.nullable(col.text),
  unlock_time: col.text,
  is_gone: col.bool,
  first_seen_at: col.timestamp,
  reported_state: col.nullable(col.oneOf(DEPOSIT_STATES)),
  reported_confirmations: col.nullable(col.number),
  address: col.text,
  payment_system_code: col.text,
  required_confirmations: col.number,
});

/** Deposits whose state may have to be reported: gone ones reported as present, present ones not final, final ones in no block. */
export async function depositsToReport(db: Queryable): Promise<readonly TrackedDeposit[]> {
  const rows = await db.many(
    TrackedRow,
    sql`
    select d.external_id, d.order_id, d.amount, d.tx_id, d.block_height, d.unlock_time, d.is_gone, d.first_seen_at, d.reported_state,
      d.reported_confirmations, a.address, a.payment_system_code, a.required_confirmations
    from monero.deposits d join monero.deposit_addresses a using (order_id)
    where (d.reported_state is distinct from 'final' or d.block_height is null)
      and (not d.is_gone or d.reported_state in ('seen', 'final'))
    order by d.first_seen_at, d.external_id`,
  );
  return rows.map((row) => ({
    externalId: row.external_id,
    orderId: row.order_id,
    amount: BigInt(row.amount),
    txId: row.tx_id,
    blockHeight: row.block_height === null ? null : Number(row.block_height),
    unlockTime: BigInt(row.unlock_time),
    isGone: row.is_gone,
    firstSeenAt: row.first_seen_at.getTime(),
    reportedState: row.reported_state,
    reportedConfirmations: row.reported_confirmations,
    address: row.address,
    paymentSystemCode: row.payment_system_code,
    requiredConfirmations: row.required_confirmations,
  }));
}

/** Stores where the node has a deposit's transaction; null: in no block. */
export const markMoved = (db: Db, externalId: string, blockHeight: number | null) =>
  db.run(sql`update monero.deposits set block_height = ${blockHeight} where external_id = ${externalId} and not is_gone`);

/** Stores the report that the order side has acknowledged. */
export const markReported = (
  db: Db,
  { externalId, state, confirmations }: { readonly externalId: string } & Pick<Deposit, 'state' | 'confirmations'>,
) =>
  db.run(sql`
    update monero.deposits set reported_state = ${state}, reported_confirmations = ${confirmations} where external_id = ${externalId}`);
