import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const DueRow = rowType({
  id: col.text,
});

/** Orders past their deadline, skipping locked rows. In random order, so that one that cannot be ended does not starve the others. */
export async function findExpired(tx: Tx, now: Instant, limit: number): Promise<string[]> {
  const rows = await tx.many(
    DueRow,
    sql`
    select id from orders where expires_at <= ${new Date(now)} and status <> 'compliance_hold'
      and (status <> 'moderation' or hold_id is not null)
    order by random() limit ${limit} for update skip locked`,
  );
  return rows.map((row) => row.id);
}

const OverdueRow = rowType({ id: col.text, expires_at: col.timestamp });

/** Orders that a check holds longer than their customers were promised. */
export async function findOverdueHolds(db: Queryable, now: Instant): Promise<{ readonly id: string; readonly promisedAt: Instant }[]> {
  const rows = await db.many(
    OverdueRow,
    sql`select id, expires_at from orders where status = 'compliance_hold' and expires_at <= ${new Date(now)} order by expires_at`,
  );
  return rows.map((row) => ({ id: row.id, promisedAt: row.expires_at.getTime() }));
}

/** Orders whose recalculated offer expired, in random order: one that cannot be renewed now does not starve the others. */
export async function findStaleRequotes(db: Queryable, now: Instant, limit: number): Promise<string[]> {
  const rows = await db.many(
    DueRow,
    sql`select id from orders where status = 'requote' and (requote->>'expires_at')::bigint <= ${String(now)}::bigint
      order by random() limit ${limit}`,
  );
  return rows.map((row) => row.id);
}
