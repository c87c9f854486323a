import { DEPOSIT_STATES } from '#core/order/payment-reports.ts';
import type { Instant } from '#core/time.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import type { Deposit } from '#server/adapters/rails/port.ts';
import { forgetUsedNonces, saveUsedNonce, type UsedNonce } from './used-nonces.ts';

/** The last scanned block of a chain. */
export interface Cursor {
  readonly chainId: number;
  readonly number: number;
  readonly hash: string;
}

export interface BlockId {
  readonly number: number;
  readonly hash: string;
}

/** A transfer to one of our addresses, in the asset that its order expects. */
export interface MatchedTransfer {
  readonly externalId: string;
  readonly orderId: string;
  readonly amount: bigint;
  readonly txHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly firstSeenAt: Instant;
}

/** A transfer in an asset that its order does not expect. */
export interface UnmatchedTransfer extends MatchedTransfer {
  readonly contract: string | null;
}

/** A transfer with the last state that we reported to its order. */
export interface TrackedTransfer extends MatchedTransfer {
  readonly address: string;
  readonly paymentSystemCode: string;
  readonly requiredConfirmations: number;
  readonly orphaned: boolean;
  readonly reportedState: Deposit['state'] | null;
  readonly reportedConfirmations: number | null;
}

/** Older block hashes are deleted: no chain reorganises that deep. */
const STORED_BLOCKS = 300;

const CursorRow = rowType({
  scanned_to: col.text,
  scanned_hash: col.text,
});

export async function readCursor(db: Db, chainId: number): Promise<Cursor | undefined> {
  const row = await db.maybe(CursorRow, sql`select scanned_to, scanned_hash from evm.chains where chain_id = ${chainId}`);
  return row && { chainId, number: Number(row.scanned_to), hash: row.scanned_hash };
}

const HashRow = rowType({ hash: col.text, confirmations: col.text });

/** A block that was read lately, with its confirmations by the blocks read after it. */
export async function readBlockAt(
  db: Queryable,
  chainId: number,
  number: number,
): Promise<{ readonly hash: string; readonly confirmations: number } | undefined> {
  const row = await db.maybe(
    HashRow,
    sql`
    select b.hash, c.scanned_to - b.number + 1 as confirmations from evm.blocks b join evm.chains c using (chain_id)
    where b.chain_id = ${chainId} and b.number = ${number}`,
  );
  return row && { hash: row.hash, confirmations: Number(row.confirmations) };
}

/** Starts scanning a chain after this block, unless a scan was started before. */
export function startCursor(db: Db, cursor: Cursor, now: Instant): Promise<void> {
  return db.tx(async (tx) => {
    const started = await tx.run(sql`
      insert into evm.chains (chain_id, scanned_to, scanned_hash, updated_at)
      values (${cursor.chainId}, ${cursor.number}, ${cursor.hash}, ${new Date(now)}) on conflict (chain_id) do nothing`);
    if (started === 1) await storeBlocks(tx, cursor.chainId, [cursor]);
  });
}

const storeBlocks = (tx: Tx, chainId: number, blocks: readonly BlockId[]) =>
  tx.run(sql`
    insert into evm.blocks (chain_id, number, hash)
    select ${chainId}, number, hash from unnest(${blocks.map(({ number }) => number)}::bigint[],
      ${blocks.map(({ hash }) => hash)}::text[]) as b (number, hash)
    on conflict (chain_id, number) do update set hash = excluded.hash`);

/** Moves the cursor if it is still where the caller read it: of two processes reading the same blocks, one writes. */
async function moveCursor(tx: Tx, from: Cursor, to: BlockId & { readonly now: Instant }): Promise<boolean> {
  const moved = await tx.run(sql`
    update evm.chains set scanned_to = ${to.number}, scanned_hash = ${to.hash}, updated_at = ${new Date(to.now)}
    where chain_id = ${from.chainId} and scanned_to = ${from.number} and scanned_hash = ${from.hash}`);
  return moved === 1;
}

const BlockRow = rowType({
  number: col.text,
  hash: col.text,
});

/** The stored blocks, newest first. */
export async function storedBlocks(db: Db, chainId: number): Promise<readonly BlockId[]> {
  const rows = await db.many(BlockRow, sql`select number, hash from evm.blocks where chain_id = ${chainId} order by number desc`);
  return rows.map((row) => ({ number: Number(row.number), hash: row.hash }));
}

/** Discards everything above a block: its transfers are orphaned until a later block contains them again. */
export function rewind(db: Db, from: Cursor, to: BlockId & { readonly now: Instant }): Promise<boolean> {
  return db.tx(async (tx) => {
    if (!(await moveCursor(tx, from, to))) return false;
    await tx.run(sql`delete from evm.blocks where chain_id = ${from.chainId} and number > ${to.number}`);
    await tx.run(sql`update evm.transfers set orphaned = true where chain_id = ${from.chainId} and block_number > ${to.number}`);
    await tx.run(sql`delete from evm.unmatched_transfers where chain_id = ${from.chainId} and block_number > ${to.number}`);
    await forgetUsedNonces(tx, from.chainId, to);
    return true;
  });
}

/** Saves the transfers of a range of blocks and the cursor at its end, atomically. */
export function saveRange(
  db: Db,
  from: Cursor,
  range: {
    readonly blocks: readonly BlockId[];
    readonly matched: readonly MatchedTransfer[];
    readonly unmatched: readonly UnmatchedTransfer[];
    readonly nonces: readonly UsedNonce[];
    readonly now: Instant;
  },
): Promise<boolean> {
  return db.tx(async (tx) => {
    const last = range.blocks.at(-1);
    if (!last || !(await moveCursor(tx, from, { ...last, now: range.now }))) return false;
    await storeBlocks(tx, from.chainId, range.blocks);
    await tx.run(sql`delete from evm.blocks where chain_id = ${from.chainId} and number < ${last.number - STORED_BLOCKS}`);
    for (const transfer of range.matched) await saveMatched(tx, from.chainId, transfer);
    for (const transfer of range.unmatched) await saveUnmatched(tx, from.chainId, transfer, range.now);
    for (const nonce of range.nonces) await saveUsedNonce(tx, from.chainId, nonce);
    return true;
  });
}

const saveMatched = (tx: Tx, chainId: number, transfer: MatchedTransfer) =>
  tx.run(sql`
    insert into evm.transfers (chain_id, external_id, order_id, amount, tx_hash, block_number, block_hash, first_seen_at)
    values (${chainId}, ${transfer.externalId}, ${transfer.orderId}, ${transfer.amount.toString()}, ${transfer.txHash},
      ${transfer.blockNumber}, ${transfer.blockHash}, ${new Date(transfer.firstSeenAt)})
    on conflict (chain_id, external_id) do update
      set block_number = excluded.block_number, block_hash = excluded.block_hash, orphaned = false`);

const saveUnmatched = (tx: Tx, chainId: number, transfer: UnmatchedTransfer, now: Instant) =>
  tx.run(sql`
    insert into evm.unmatched_transfers (chain_id, external_id, order_id, contract, amount, tx_hash, block_number, block_hash, found_at)
    values (${chainId}, ${transfer.externalId}, ${transfer.orderId}, ${transfer.contract}, ${transfer.amount.toString()},
      ${transfer.txHash},
      ${transfer.blockNumber}, ${transfer.blockHash}, ${new Date(now)})
    on conflict (chain_id, external_id) do nothing`);

const TrackedRow = rowType({
  external_id: col.text,
  order_id: col.text,
  amount: col.text,
  tx_hash: col.text,
  block_number: col.text,
  block_hash: col.text,
  first_seen_at: col.timestamp,
  address: col.text,
  payment_system_code: col.text,
  required_confirmations: col.number,
  orphaned: col.bool,
  reported_state: col.nullable(col.oneOf(DEPOSIT_STATES)),
  reported_confirmations: col.nullable(col.number),
});
type TrackedRow = RowOf<typeof TrackedRow>;

/**
 * Transfers whose state may have to be reported: orphaned ones that were reported as present, and present ones that were not reported as
 * final.
 */
export async function transfersToReport(db: Db, chainId: number): Promise<readonly TrackedTransfer[]> {
  const rows = await db.many(
    TrackedRow,
    sql`
    select t.external_id, t.order_id, t.amount, t.tx_hash, t.block_number, t.block_hash, t.first_seen_at, t.orphaned,
      t.reported_state, t.reported_confirmations, a.address, a.payment_system_code, a.required_confirmations
    from evm.transfers t join evm.deposit_addresses a using (order_id)
    where t.chain_id = ${chainId}
      and (case when t.orphaned then t.reported_state in ('seen', 'final') else t.reported_state is distinct from 'final' end)
    order by t.block_number, t.external_id`,
  );
  return rows.map((row) => ({
    externalId: row.external_id,
    orderId: row.order_id,
    amount: BigInt(row.amount),
    txHash: row.tx_hash,
    blockNumber: Number(row.block_number),
    blockHash: row.block_hash,
    firstSeenAt: row.first_seen_at.getTime(),
    address: row.address,
    paymentSystemCode: row.payment_system_code,
    requiredConfirmations: row.required_confirmations,
    orphaned: row.orphaned,
    reportedState: row.reported_state,
    reportedConfirmations: row.reported_confirmations,
  }));
}

/** Stores the report that the order side has acknowledged. */
export const markReported = (
  db: Db,
  chainId: number,
  report: { readonly externalId: string; readonly state: Deposit['state']; readonly confirmations: number },
) =>
  db.run(sql`
    update evm.transfers set reported_state = ${report.state}, reported_confirmations = ${report.confirmations}
    where chain_id = ${chainId} and external_id = ${report.externalId}`);
