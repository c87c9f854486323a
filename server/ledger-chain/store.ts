import type { ChainHead, EntryRecord, TransferRecord } from '#core/ledger/chain.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

const TransferRow = rowType(
  {
    id: col.text,
    kind: col.text,
    phase: col.text,
    pending_id: col.nullable(col.text),
    order_id: col.nullable(col.text),
    withdrawal_id: col.nullable(col.text),
    actor: col.text,
    actor_id: col.nullable(col.text),
    reason: col.nullable(col.text),
    /** With microseconds, as the database stores it. */
    created_text: col.computed(col.text, sql`to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`),
    mark: col.nullable(col.text),
    xact_text: col.computed(col.nullable(col.text), sql`t.xact::text`),
  },
  't',
);
type TransferRow = RowOf<typeof TransferRow>;

/** A transfer as the database has it. */
export interface StoredTransfer {
  readonly record: TransferRecord;
  readonly createdAt: string;
  readonly mark: string | null;
  /** Id of the transaction that wrote it. */
  readonly xact: string | null;
}

const EntryRow = rowType({
  transfer_id: col.text,
  line: col.number,
  account_kind: col.text,
  account_of: col.text,
  asset: col.text,
  wallet: col.text,
  amount: col.text,
});

const entryOf = (row: RowOf<typeof EntryRow>): EntryRecord => ({
  line: row.line,
  accountKind: row.account_kind,
  accountOf: row.account_of,
  asset: row.asset,
  wallet: row.wallet,
  amount: row.amount,
});

/** The entries of these transfers, by transfer and line. */
async function entriesOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, EntryRecord[]>> {
  const rows = await db.many(
    EntryRow,
    sql`
    select transfer_id, line, account_kind, account_of, asset, wallet, amount from ledger_entries
    where transfer_id = any(${ids}::uuid[]) order by transfer_id, line`,
  );
  const entries = new Map<string, EntryRecord[]>();
  for (const row of rows) {
    const known = entries.get(row.transfer_id);
    if (known === undefined) entries.set(row.transfer_id, [entryOf(row)]);
    else known.push(entryOf(row));
  }
  return entries;
}

async function withEntries(db: Queryable, rows: readonly TransferRow[]): Promise<StoredTransfer[]> {
  const entries = await entriesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    record: {
      id: row.id,
      kind: row.kind,
      phase: row.phase,
      pendingId: row.pending_id,
      orderId: row.order_id,
      withdrawalId: row.withdrawal_id,
      actor: row.actor,
      actorId: row.actor_id,
      reason: row.reason,
      entries: entries.get(row.id) ?? [],
    },
    createdAt: row.created_text,
    mark: row.mark,
    xact: row.xact_text,
  }));
}

/** A place in the order of transfers: by transaction, then by id. */
export interface Cursor {
  readonly xact: string;
  readonly id: string;
}

export const NO_ID = '00000000-0000-0000-0000-000000000000';
export const START: Cursor = { xact: '0', id: NO_ID };

/** Transfers after a place; with `before`, only those of transactions below it. */
export async function listTransfers(
  db: Queryable,
  { after, before, limit }: { readonly after: Cursor; readonly before: string | undefined; readonly limit: number },
): Promise<StoredTransfer[]> {
  const bound: Sql = before === undefined ? sql`true` : sql`t.xact < ${before}::xid8`;
  const rows = await db.many(
    TransferRow,
    sql`
    select ${TransferRow.list} from ledger_transfers t where (t.xact, t.id) > (${after.xact}::xid8, ${after.id}::uuid) and ${bound}
    order by t.xact, t.id limit ${limit}`,
  );
  return await withEntries(db, rows);
}

/** Transfers after a place that have no link. */
export async function listUnlinked(db: Queryable, after: Cursor, limit: number): Promise<StoredTransfer[]> {
  const rows = await db.many(
    TransferRow,
    sql`
    select ${TransferRow.list} from ledger_transfers t
    where (t.xact, t.id) > (${after.xact}::xid8, ${after.id}::uuid) and not exists (select from ledger_chain c where c.transfer_id = t.id)
    order by t.xact, t.id limit ${limit}`,
  );
  return await withEntries(db, rows);
}

const IdRow = rowType({ id: col.text });

/** Which of these transfers have a link. */
export const findLinked = async (db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.many(IdRow, sql`select transfer_id as id from ledger_chain where transfer_id = any(${ids}::uuid[])`)).map(({ id }) => id),
  );

const LockRow = rowType({ is_mine: col.bool });

/** Tries to lock the chain until the transaction ends. False if another process holds the lock. */
export const tryLockChain = async (tx: Tx): Promise<boolean> =>
  (await tx.one(LockRow, sql`select pg_try_advisory_xact_lock(hashtextextended('ledger chain', 730)) as is_mine`)).is_mine;

/** The signed end of the chain, as stored. */
export interface StoredHead extends ChainHead {
  readonly signature: string;
  /** Earlier transfers all have a link. */
  readonly next: Cursor;
}

const PositionRow = rowType({
  shop_id: col.nullable(col.text),
  started_at: col.nullable(col.timestamp),
  number: col.nullable(col.safeInteger),
  hash: col.nullable(col.bytes),
  takes_unmarked: col.nullable(col.bool),
  signature: col.nullable(col.text),
  next_xact: col.nullable(col.text),
  next_id: col.nullable(col.text),
  xmin: col.text,
  xmax: col.text,
  has_more: col.bool,
});

/** The end of the chain, and which transactions have ended. */
export interface ChainPosition {
  readonly head: StoredHead | undefined;
  /** All transactions below it have ended. */
  readonly endedBelow: string;
  /** No transaction of this server has it or a later one. */
  readonly unusedFrom: string;
  /** Whether transfers of ended transactions follow the head. */
  readonly hasMore: boolean;
}

function headOf(row: RowOf<typeof PositionRow>): StoredHead | undefined {
  const { shop_id, started_at, number, hash, takes_unmarked, signature, next_xact, next_id } = row;
  if (shop_id === null || started_at === null || number === null || hash === null) return undefined;
  if (takes_unmarked === null || signature === null || next_xact === null || next_id === null) return undefined;
  return {
    shopId: shop_id,
    startedAt: started_at.getTime(),
    number,
    hash: hash.toString('hex'),
    takesUnmarked: takes_unmarked,
    signature,
    next: { xact: next_xact, id: next_id },
  };
}

export async function findPosition(db: Queryable): Promise<ChainPosition> {
  const row = await db.one(
    PositionRow,
    sql`
    select h.shop_id, h.started_at, h.number, h.hash, h.takes_unmarked, h.signature, h.next_xact::text as next_xact, h.next_id,
      pg_snapshot_xmin(s.snapshot)::text as xmin, pg_snapshot_xmax(s.snapshot)::text as xmax,
      -- Ordered, so that it is found in the index: one that only exists would be looked for in the whole table
      (select t.id from ledger_transfers t
        where (t.xact, t.id) > (coalesce(h.next_xact, ${START.xact}::xid8), coalesce(h.next_id, ${START.id}::uuid))
          and t.xact < pg_snapshot_xmin(s.snapshot) order by t.xact, t.id limit 1) is not null as has_more
    from (select pg_current_snapshot() as snapshot) s left join ledger_chain_head h on true`,
  );
  return { head: headOf(row), endedBelow: row.xmin, unusedFrom: row.xmax, hasMore: row.has_more };
}

/** Lets a batch that is being linked end first: its head must not be replaced by the one before. */
export const lockHead = (tx: Tx): Promise<number> => tx.run(sql`select from ledger_chain_head for update`);

export async function saveHead(db: Queryable, { next, ...head }: StoredHead, now: Instant): Promise<void> {
  await db.run(sql`
    insert into ledger_chain_head (shop_id, started_at, number, hash, takes_unmarked, signature, signed_at, next_xact, next_id)
    values (${head.shopId}, ${new Date(head.startedAt)}, ${head.number}, ${Buffer.from(head.hash, 'hex')}, ${head.takesUnmarked},
      ${head.signature}, ${new Date(now)}, ${next.xact}::xid8, ${next.id})
    on conflict (only_one) do update set number = excluded.number, hash = excluded.hash, takes_unmarked = excluded.takes_unmarked,
      signature = excluded.signature, signed_at = excluded.signed_at, next_xact = excluded.next_xact, next_id = excluded.next_id`);
}

export interface Link {
  readonly number: number;
  readonly transferId: string;
  readonly hash: Buffer;
  readonly isOurs: boolean;
}

const LinkRow = rowType({ number: col.safeInteger, hash: col.bytes });

/** The last link, independent of the stored head. */
export const findLastLink = async (db: Queryable): Promise<Pick<Link, 'number' | 'hash'> | undefined> =>
  await db.maybe(LinkRow, sql`select number, hash from ledger_chain order by number desc limit 1`);

export const findLinkHash = async (db: Queryable, number: number): Promise<Buffer | undefined> =>
  (await db.maybe(LinkRow, sql`select number, hash from ledger_chain where number = ${number}`))?.hash;

export const appendLinks = async (tx: Tx, links: readonly Link[]): Promise<number> =>
  await tx.run(sql`
    insert into ledger_chain (number, transfer_id, hash, is_ours)
    select number, transfer_id, hash, is_ours
    from unnest(${links.map(({ number }) => number)}::bigint[], ${links.map(({ transferId }) => transferId)}::uuid[],
      ${links.map(({ hash }) => hash)}::bytea[], ${links.map(({ isOurs }) => isOurs)}::boolean[])
      as l (number, transfer_id, hash, is_ours)`);

const ChainRow = rowType({ number: col.safeInteger, transfer_id: col.text, hash: col.bytes, is_ours: col.bool });

export interface ChainedTransfer extends Link {
  /** Undefined if the transfer was removed. */
  readonly transfer: StoredTransfer | undefined;
}

/** Links after `after` with their transfers, in the order of the chain. */
export async function listChained(db: Queryable, after: number, limit: number): Promise<ChainedTransfer[]> {
  const links = await db.many(
    ChainRow,
    sql`select number, transfer_id, hash, is_ours from ledger_chain where number > ${after} order by number limit ${limit}`,
  );
  const ids = links.map(({ transfer_id }) => transfer_id);
  const rows = await db.many(TransferRow, sql`select ${TransferRow.list} from ledger_transfers t where t.id = any(${ids}::uuid[])`);
  const transfers = new Map((await withEntries(db, rows)).map((transfer) => [transfer.record.id, transfer]));
  return links.map(({ number, transfer_id: transferId, hash, is_ours }) => ({
    number,
    transferId,
    hash,
    isOurs: is_ours,
    transfer: transfers.get(transferId),
  }));
}

/** Transfers before a place, or without one, that have no link: they were inserted past the chain. */
export async function listPastChain(db: Queryable, next: Cursor, limit: number): Promise<StoredTransfer[]> {
  const rows = await db.many(
    TransferRow,
    sql`
    select ${TransferRow.list} from ledger_transfers t
    where (t.xact is null or (t.xact, t.id) <= (${next.xact}::xid8, ${next.id}::uuid))
      and not exists (select from ledger_chain c where c.transfer_id = t.id)
    order by t.created_at, t.id limit ${limit}`,
  );
  return await withEntries(db, rows);
}

/** Ids of transfers that have entries, but do not exist. */
export const listOrphanEntries = async (db: Queryable, limit: number): Promise<string[]> =>
  (
    await db.many(
      IdRow,
      sql`
      select distinct e.transfer_id as id from ledger_entries e
      where not exists (select from ledger_transfers t where t.id = e.transfer_id) order by 1 limit ${limit}`,
    )
  ).map(({ id }) => id);
