import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { type Cursor, START } from './store.ts';

const LinkRow = rowType({ number: col.safeInteger, hash: col.bytes, unlinked: col.bool });

export interface TransferLink {
  readonly number: number;
  /** 64 hex digits. */
  readonly hash: string;
}

/** The last link of the transfers of an order or withdrawal. Undefined: not all of them are linked yet. */
export async function findLastLinkOf(db: Queryable, id: string): Promise<TransferLink | undefined> {
  const row = await db.maybe(
    LinkRow,
    sql`
    with own as (
      select id from ledger_transfers where order_id = ${id} union all select id from ledger_transfers where withdrawal_id = ${id})
    select c.number, c.hash, exists (
      select from own o where not exists (select from ledger_chain l where l.transfer_id = o.id)) as unlinked
    from own join ledger_chain c on c.transfer_id = own.id order by c.number desc limit 1`,
  );
  return row === undefined || row.unlinked ? undefined : { number: row.number, hash: row.hash.toString('hex') };
}

const FirstRow = rowType({ since: col.timestamp, is_late: col.bool });
const CountRow = rowType({ count: col.number });

/** More are not counted: a shop of an earlier release has millions at first. */
const MAX_COUNTED = 10_000;

/**
 * How many transfers have no link yet (at most 10,000), and since when the first of them waits. Late: for more than an hour. Usually they
 * wait a second.
 */
export async function countWaiting(
  db: Queryable,
  next: Cursor = START,
): Promise<{ readonly count: number; readonly since: Instant | null; readonly isLate: boolean }> {
  // In a database restored into a younger server, linked transfers have transaction ids that this server has not reached
  const isWaiting = sql`
    (t.xact, t.id) > (${next.xact}::xid8, ${next.id}::uuid) and t.xact < pg_snapshot_xmax(pg_current_snapshot())`;
  const first = await db.maybe(
    FirstRow,
    sql`
    select t.created_at as since, t.created_at < now() - interval '1 hour' as is_late from ledger_transfers t where ${isWaiting}
    order by t.xact, t.id limit 1`,
  );
  // Usually none waits: then nothing is counted
  if (first === undefined) return { count: 0, since: null, isLate: false };
  const { count } = await db.one(
    CountRow,
    sql`
    select count(*)::int as count from (
      select t.id from ledger_transfers t where ${isWaiting} order by t.xact, t.id limit ${MAX_COUNTED}) w`,
  );
  return { count, since: first.since.getTime(), isLate: first.is_late };
}
