import { DEPOSIT_STATES } from '#core/order/payment-reports.ts';
import type { Instant } from '#core/time.ts';
import type { Deposit } from '#server/adapters/rails/port.ts';
import { col, type Db, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** A payment to a deposit address. */
export interface SeenDeposit {
  readonly txid: string;
  readonly vout: number;
  readonly orderId: string;
  readonly amount: bigint;
  readonly requiredConfirmations: number;
  /** Null: in the mempool. */
  readonly blockHeight: number | null;
  readonly firstSeenAt: Instant;
}

/** A payment with the last state that we reported to its order. */
export interface TrackedDeposit extends SeenDeposit {
  readonly address: string;
  readonly paymentSystemCode: string;
  readonly isGone: boolean;
  readonly reportedState: Deposit['state'] | null;
  readonly reportedConfirmations: number | null;
}

/** Saves a payment as it is now. A sighting in the mempool never takes a block away: another process may have read it already. */
export const saveDeposit = (db: Queryable, chain: string, deposit: SeenDeposit) =>
  db.run(sql`
    insert into utxo.deposits (chain, txid, vout, order_id, amount, required_confirmations, block_height, first_seen_at)
    values (${chain}, ${deposit.txid}, ${deposit.vout}, ${deposit.orderId}, ${deposit.amount.toString()},
      ${deposit.requiredConfirmations}, ${deposit.blockHeight}, ${new Date(deposit.firstSeenAt)})
    on conflict (chain, txid, vout) do update
      set block_height = coalesce(excluded.block_height, deposits.block_height), is_gone = false`);

/** Payments above a block are gone until the mempool or a later block shows them. */
export const unconfirmDeposits = (tx: Tx, chain: string, aboveHeight: number) =>
  tx.run(sql`
    update utxo.deposits set block_height = null, is_gone = true where chain = ${chain} and block_height > ${aboveHeight}`);

const UnconfirmedRow = rowType({ txid: col.text, is_gone: col.bool });

/** Transactions with payments that are in no block. */
export async function unconfirmedDeposits(db: Db, chain: string): Promise<readonly { readonly txid: string; readonly isGone: boolean }[]> {
  const rows = await db.many(
    UnconfirmedRow,
    sql`select distinct txid, is_gone from utxo.deposits where chain = ${chain} and block_height is null`,
  );
  return rows.map((row) => ({ txid: row.txid, isGone: row.is_gone }));
}

/** Stores whether payments that are in no block are in the mempool; false if the chain has been read further meanwhile. */
export function markInMempool(
  db: Db,
  at: { readonly chain: string; readonly hash: string },
  { gone, back }: { readonly gone: readonly string[]; readonly back: readonly string[] },
): Promise<boolean> {
  return db.tx(async (tx) => {
    // Locked: a block that is read now by another process must be seen by this statement or wait for it.
    const held = await tx.run(sql`
      update utxo.chains set updated_at = updated_at where chain = ${at.chain} and scanned_hash = ${at.hash}`);
    if (held !== 1) return false;
    await tx.run(sql`
      update utxo.deposits set is_gone = true
      where chain = ${at.chain} and block_height is null and txid = any(${[...gone]}::text[])`);
    await tx.run(sql`
      update utxo.deposits set is_gone = false
      where chain = ${at.chain} and block_height is null and txid = any(${[...back]}::text[])`);
    return true;
  });
}

const TrackedRow = rowType({
  txid: col.text,
  vout: col.number,
  order_id: col.text,
  amount: col.text,
  block_height: col.nullable(col.text),
  first_seen_at: col.timestamp,
  address: col.text,
  payment_system_code: col.text,
  required_confirmations: col.number,
  is_gone: col.bool,
  reported_state: col.nullable(col.oneOf(DEPOSIT_STATES)),
  reported_confirmations: col.nullable(col.number),
});

/** Payments whose state may have to be reported: gone ones reported as present, present ones not final, final ones in no block. */
export async function depositsToReport(db: Db, chain: string): Promise<readonly TrackedDeposit[]> {
  const rows = await db.many(
    TrackedRow,
    sql`
    select d.txid, d.vout, d.order_id, d.amount, d.required_confirmations, d.block_height, d.first_seen_at, d.is_gone,
      d.reported_state, d.reported_confirmations, a.address, a.payment_system_code
    from utxo.deposits d join utxo.deposit_addresses a using (order_id)
    where d.chain = ${chain} and (d.reported_state is distinct from 'final' or d.block_height is null)
      and (not d.is_gone or d.reported_state in ('seen', 'final'))
    order by d.first_seen_at, d.txid, d.vout`,
  );
  return rows.map((row) => ({
    txid: row.txid,
    vout: row.vout,
    orderId: row.order_id,
    amount: BigInt(row.amount),
    blockHeight: row.block_height === null ? null : Number(row.block_height),
    firstSeenAt: row.first_seen_at.getTime(),
    address: row.address,
    paymentSystemCode: row.payment_system_code,
    requiredConfirmations: row.required_confirmations,
    isGone: row.is_gone,
    reportedState: row.reported_state,
    reportedConfirmations: row.reported_confirmations,
  }));
}

/** Stores the report that the order side has acknowledged. */
export const markReported = (
  db: Db,
  chain: string,
  report: { readonly txid: string; readonly vout: number; readonly state: Deposit['state']; readonly confirmations: number },
) =>
  db.run(sql`
    update utxo.deposits set reported_state = ${report.state}, reported_confirmations = ${report.confirmations}
    where chain = ${chain} and txid = ${report.txid} and vout = ${report.vout}`);
