import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const HandoverRow = rowType({
  id: col.text,
  order_id: col.text,
  expires_at: col.timestamp,
  opened_at: col.nullable(col.timestamp),
});

/** A code's record, without the code itself. */
export interface Handover {
  readonly id: string;
  readonly orderId: string;
  readonly expiresAt: Instant;
  readonly openedAt: Instant | null;
}

const toHandover = (row: RowOf<typeof HandoverRow>): Handover => ({
  id: row.id,
  orderId: row.order_id,
  expiresAt: row.expires_at.getTime(),
  openedAt: row.opened_at?.getTime() ?? null,
});

const columns = sql`id, order_id, expires_at, opened_at`;

/** Deletes the unused codes of an order. */
export const deleteUnused = (tx: Tx, orderId: string): Promise<number> =>
  tx.run(sql`delete from order_handovers where order_id = ${orderId} and opened_at is null`);

export interface NewHandover extends Handover {
  readonly hash: Buffer;
  readonly createdAt: Instant;
}

export async function insertHandover(tx: Tx, { id, orderId, hash, createdAt, expiresAt }: NewHandover): Promise<void> {
  await tx.run(sql`
    insert into order_handovers (id, order_id, token_hash, created_at, expires_at)
    values (${id}, ${orderId}, ${hash}, ${new Date(createdAt)}, ${new Date(expiresAt)})`);
}

export async function findHandover(db: Queryable, { id, orderId }: Pick<Handover, 'id' | 'orderId'>): Promise<Handover | undefined> {
  const row = await db.maybe(HandoverRow, sql`select ${columns} from order_handovers where id = ${id} and order_id = ${orderId}`);
  return row && toHandover(row);
}

/** Marks a code as used; of concurrent calls one gets the row. */
export async function markOpened(tx: Tx, hash: Buffer, now: Instant): Promise<Handover | undefined> {
  const row = await tx.maybe(
    HandoverRow,
    sql`update order_handovers set opened_at = ${new Date(now)}
      where token_hash = ${hash} and opened_at is null and expires_at > ${new Date(now)} returning ${columns}`,
  );
  return row && toHandover(row);
}

/** Deletes unused codes that expired before a time. */
export const purgeUnused = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from order_handovers where opened_at is null and expires_at < ${new Date(before)}`);
