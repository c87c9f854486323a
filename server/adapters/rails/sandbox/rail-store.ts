import { written } from '#server/platform/db/row.ts';
import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { FeedEntry } from './translate.ts';

const CursorRow = z.object({
  after_seq: z.string(),
});

/** How far the feed has been read. */
export async function readCursor(db: Db): Promise<string> {
  const { after_seq } = await db.one(CursorRow, sql`select after_seq from sandbox.rail_cursor`);
  return after_seq;
}

/** Moves the cursor on, never back: another process may be ahead. */
export async function moveCursor(db: Db, afterSeq: string): Promise<void> {
  await db.run(sql`update sandbox.rail_cursor set after_seq = ${afterSeq}::bigint where after_seq < ${afterSeq}::bigint`);
}

/** Keeps an event that could not be handed over, so that one such event does not hold up all others. */
export async function setAside(db: Db, entry: FeedEntry, nextTryAt: Instant): Promise<void> {
  await db.run(sql`
    insert into sandbox.rail_set_aside (seq, event, next_try_at)
    values (${entry.seq}::bigint, ${JSON.stringify(entry)}::jsonb, ${new Date(nextTryAt)})
    on conflict (seq) do update set attempts = sandbox.rail_set_aside.attempts + 1, next_try_at = excluded.next_try_at`);
}

export async function forget(db: Db, seq: string): Promise<void> {
  await db.run(sql`delete from sandbox.rail_set_aside where seq = ${seq}::bigint`);
}

export const SetAside = z.object({
  event: written<FeedEntry>(),
  attempts: z.number(),
});
export type SetAside = z.output<typeof SetAside>;

/** Events to try again now, oldest first. */
export const dueSetAside = (db: Db, now: Instant, limit: number): Promise<SetAside[]> =>
  db.many(
    SetAside,
    sql`select event, attempts from sandbox.rail_set_aside where next_try_at <= ${new Date(now)} order by seq limit ${limit}`,
  );
