import type { Instant } from '#core/time.ts';
import { col, type Db, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { type ChangedTxid, saveChangedTxid } from './changed-txid.ts';
import { saveDeposit, type SeenDeposit, unconfirmDeposits } from './deposit-store.ts';
import type { BlockId } from './translate.ts';

/** The last scanned block of a chain. */
export interface Cursor extends BlockId {
  readonly chain: string;
}

/** An output to a payout address. */
export interface SeenCoin {
  readonly txid: string;
  readonly vout: number;
  readonly script: string;
  readonly amount: bigint;
  readonly isCoinbase: boolean;
  readonly blockHeight: number;
  /** What its transaction spends, as `<txid>:<output>`. */
  readonly inputs: readonly string[];
}

/** An input that spends one of our coins. */
export interface SeenSpend {
  readonly txid: string;
  readonly vout: number;
  readonly spentBy: string;
  readonly blockHeight: number;
}

/** What a range of blocks contains of ours. */
export interface Range {
  readonly blocks: readonly BlockId[];
  readonly deposits: readonly SeenDeposit[];
  readonly coins: readonly SeenCoin[];
  readonly spends: readonly SeenSpend[];
  /** Our own transactions in these blocks. */
  readonly mined: readonly { readonly txid: string; readonly blockHeight: number }[];
  /** Those among them whose txid is another one than we signed. */
  readonly changed: readonly ChangedTxid[];
  /** Transactions of coins in no block, of which another one has spent an input. */
  readonly excluded: readonly { readonly txid: string; readonly blockHeight: number }[];
  readonly now: Instant;
}

/** Older block hashes are deleted: no chain reorganises that deep. */
const STORED_BLOCKS = 300;

const CursorRow = rowType({ scanned_to: col.text, scanned_hash: col.text });

export async function readCursor(db: Queryable, chain: string): Promise<Cursor | undefined> {
  const row = await db.maybe(CursorRow, sql`select scanned_to, scanned_hash from utxo.chains where chain = ${chain}`);
  return row && { chain, height: Number(row.scanned_to), hash: row.scanned_hash };
}

/** Starts scanning a chain after this block, unless a scan was started before. */
export function startCursor(db: Db, cursor: Cursor, now: Instant): Promise<void> {
  return db.tx(async (tx) => {
    const started = await tx.run(sql`
      insert into utxo.chains (chain, scanned_to, scanned_hash, updated_at)
      values (${cursor.chain}, ${cursor.height}, ${cursor.hash}, ${new Date(now)}) on conflict (chain) do nothing`);
    if (started === 1) await storeBlocks(tx, cursor.chain, [cursor]);
  });
}

const storeBlocks = (tx: Tx, chain: string, blocks: readonly BlockId[]) =>
  tx.run(sql`
    insert into utxo.blocks (chain, height, hash)
    select ${chain}, height, hash from unnest(${blocks.map(({ height }) => height)}::bigint[],
      ${blocks.map(({ hash }) => hash)}::text[]) as b (height, hash)
    on conflict (chain, height) do update set hash = excluded.hash`);

/** Moves the cursor if it is still where the caller read it: of two processes reading the same blocks, one writes. */
async function moveCursor(tx: Tx, from: Cursor, to: BlockId & { readonly now: Instant }): Promise<boolean> {
  const moved = await tx.run(sql`
    update utxo.chains set scanned_to = ${to.height}, scanned_hash = ${to.hash}, updated_at = ${new Date(to.now)}
    where chain = ${from.chain} and scanned_to = ${from.height} and scanned_hash = ${from.hash}`);
  return moved === 1;
}

const BlockRow = rowType({ height: col.text, hash: col.text });

/** The stored blocks, newest first. */
export async function storedBlocks(db: Db, chain: string): Promise<readonly BlockId[]> {
  const rows = await db.many(BlockRow, sql`select height, hash from utxo.blocks where chain = ${chain} order by height desc`);
  return rows.map((row) => ({ height: Number(row.height), hash: row.hash }));
}

/** Discards everything above a block: what it contained is unconfirmed until a later block contains it again. */
export function rewind(db: Db, from: Cursor, to: BlockId & { readonly now: Instant }): Promise<boolean> {
  return db.tx(async (tx) => {
    if (!(await moveCursor(tx, from, to))) return false;
    const { chain } = from;
    await tx.run(sql`delete from utxo.blocks where chain = ${chain} and height > ${to.height}`);
    await unconfirmDeposits(tx, chain, to.height);
    await tx.run(sql`update utxo.coins set block_height = null where chain = ${chain} and block_height > ${to.height}`);
    await tx.run(sql`update utxo.coins set excluded_height = null where chain = ${chain} and excluded_height > ${to.height}`);
    await tx.run(sql`
      update utxo.coins set spent_by = null, spent_height = null where chain = ${chain} and spent_height > ${to.height}`);
    await tx.run(sql`
      update utxo.payouts p set lost_at = ${new Date(to.now)} from utxo.transactions t
      where t.chain = ${chain} and t.block_height > ${to.height} and p.txid = t.root and p.state = 'executed' and p.lost_at is null`);
    await tx.run(sql`update utxo.transactions set block_height = null where chain = ${chain} and block_height > ${to.height}`);
    return true;
  });
}

/** Saves what a range of blocks contains and the cursor at its end, atomically. */
export function saveRange(db: Db, from: Cursor, range: Range): Promise<boolean> {
  return db.tx(async (tx) => {
    const last = range.blocks.at(-1);
    if (!last || !(await moveCursor(tx, from, { ...last, now: range.now }))) return false;
    const { chain } = from;
    await storeBlocks(tx, chain, range.blocks);
    await tx.run(sql`delete from utxo.blocks where chain = ${chain} and height < ${last.height - STORED_BLOCKS}`);
    for (const deposit of range.deposits) await saveDeposit(tx, chain, deposit);
    for (const coin of range.coins) await saveCoin(tx, chain, coin);
    for (const spend of range.spends) await saveSpend(tx, chain, spend);
    for (const { txid, blockHeight } of range.mined)
      await tx.run(sql`update utxo.transactions set block_height = ${blockHeight} where txid = ${txid} and chain = ${chain}`);
    for (const { txid, blockHeight } of range.excluded)
      await tx.run(sql`
        update utxo.coins set excluded_height = ${blockHeight}
        where chain = ${chain} and txid = ${txid} and block_height is null and excluded_height is null`);
    for (const changed of range.changed) await saveChangedTxid(tx, changed, range.now);
    return true;
  });
}

const saveCoin = (tx: Tx, chain: string, coin: SeenCoin) =>
  tx.run(sql`
    insert into utxo.coins (chain, txid, vout, script, amount, is_coinbase, block_height, inputs)
    values (${chain}, ${coin.txid}, ${coin.vout}, ${coin.script}, ${coin.amount.toString()}, ${coin.isCoinbase}, ${coin.blockHeight},
      ${[...coin.inputs]}::text[])
    on conflict (chain, txid, vout) do update set block_height = excluded.block_height, inputs = excluded.inputs`);

const saveSpend = (tx: Tx, chain: string, spend: SeenSpend) =>
  tx.run(sql`
    update utxo.coins set spent_by = ${spend.spentBy}, spent_height = ${spend.blockHeight}
    where chain = ${chain} and txid = ${spend.txid} and vout = ${spend.vout}`);

const ScriptRow = rowType({ script: col.text });

/** Scripts of all addresses that payouts have been made from, those of earlier keys too. */
export async function payoutScripts(db: Db, chain: string): Promise<ReadonlySet<string>> {
  const rows = await db.many(ScriptRow, sql`select script from utxo.payout_addresses where chain = ${chain}`);
  return new Set(rows.map(({ script }) => script));
}

/** Watches an address that payouts are made from. */
export const watchPayoutAddress = (db: Db, chain: string, own: { readonly address: string; readonly script: string }) =>
  db.run(sql`
    insert into utxo.payout_addresses (chain, script, address) values (${chain}, ${own.script}, ${own.address})
    on conflict (chain, script) do nothing`);

const OutpointRow = rowType({ outpoint: col.text });

/** Our coins that no block spends, as `<txid>:<output>`. */
export async function unspentOutpoints(db: Queryable, chain: string): Promise<ReadonlySet<string>> {
  const rows = await db.many(
    OutpointRow,
    sql`select txid || ':' || vout as outpoint from utxo.coins where chain = ${chain} and spent_by is null`,
  );
  return new Set(rows.map(({ outpoint }) => outpoint));
}

const DroppedRow = rowType({ txid: col.text, inputs: col.arrayOf(col.text) });

/** Transactions of coins in no block, with what they spend. */
export const droppedCoins = (db: Queryable, chain: string) =>
  db.many(
    DroppedRow,
    sql`select distinct txid, inputs from utxo.coins where chain = ${chain} and block_height is null and inputs is not null`,
  );

const TxidRow = rowType({ txid: col.text });

/** Our transactions that are in no block. */
export async function unminedTransactions(db: Db, chain: string): Promise<ReadonlySet<string>> {
  const rows = await db.many(TxidRow, sql`select txid from utxo.transactions where chain = ${chain} and block_height is null`);
  return new Set(rows.map(({ txid }) => txid));
}
