import type { Instant } from '#core/time.ts';
import { col, type Db, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { FeedEntry } from './translate.ts';

const CursorRow = rowType({
  after_seq: col.text,
});

/** The last processed number of the feed. */
export async function readCursor(db: Db): Promise<string> {
  const { after_seq } = await db.one(CursorRow, sql`select after_seq from sandbox.rail_cursor`);
  return after_seq;
}

/** Moves the cursor forward only: another process may be ahead. */
export async function moveCursor(db: Db, afterSeq: string): Promise<void> {
  await db.run(sql`update sandbox.rail_cursor set after_seq = ${afterSeq}::bigint where after_seq < ${afterSeq}::bigint`);
}

/** Saves an event that could not be stored by the order side, so that it does not delay the others. */
export async function deferEvent(db: Db, entry: FeedEntry, nextTryAt: Instant): Promise<void> {
  await db.run(sql`
    insert into sandbox.rail_set_aside (seq, event, next_try_at)
    values (${entry.seq}::bigint, ${JSON.stringify(entry)}::jsonb, ${new Date(nextTryAt)})
    on conflict (seq) do update set attempts = sandbox.rail_set_aside.attempts + 1, next_try_at = excluded.next_try_at`);
}

export async function deleteDeferred(db: Db, seq: string): Promise<void> {
  await db.run(sql`delete from sandbox.rail_set_aside where seq = ${seq}::bigint`);
}

export const DeferredEvent = rowType({
  event: col.json(FeedEntry),
  attempts: col.number,
});
export type DeferredEvent = RowOf<typeof DeferredEvent>;

/** Deferred events that are due, oldest first. */
export const dueDeferred = (db: Db, now: Instant, limit: number): Promise<DeferredEvent[]> =>
  db.many(
    DeferredEvent,
    sql`select event, attempts from sandbox.rail_set_aside where next_try_at <= ${new Date(now)} order by seq limit ${limit}`,
  );
