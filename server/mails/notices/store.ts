import { NOTICE_CHANNELS } from '#core/notices/events.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const WaitingRow = rowType({
  id: col.text,
  kind: col.text,
  subject: col.text,
  channel: col.oneOf(NOTICE_CHANNELS),
  place_id: col.text,
  version: col.number,
  topic: col.text,
  is_paid: col.bool,
  changed_at: col.timestamp,
  attempts: col.number,
});
export type WaitingNotice = RowOf<typeof WaitingRow>;

/** Claims due notices until `until`, oldest first. */
export const claimNotices = async (
  db: Db,
  { now, until, limit }: { readonly now: Instant; readonly until: Instant; readonly limit: number },
): Promise<WaitingNotice[]> =>
  (
    await db.many(
      WaitingRow,
      sql`
      update channel_notices set claimed_until = ${new Date(until)}, attempts = attempts + 1 where id in (
        select id from channel_notices where told_at is null and due_at <= ${new Date(now)} and claimed_until <= ${new Date(now)}
        order by due_at limit ${limit} for update skip locked)
      returning id, kind, subject, channel, place_id, version, topic, is_paid, changed_at, attempts`,
    )
  ).toSorted((a, b) => a.changed_at.getTime() - b.changed_at.getTime());

const OwnerRow = rowType({ user_id: col.nullable(col.text) });

/** The owner of a chat or browser. `user_id` is null for a guest's order. Undefined if it is no longer linked. */
export const findPlace = (db: Queryable, { channel, place_id: placeId }: WaitingNotice) =>
  db.maybe(OwnerRow, sql`select user_id from notice_places where channel = ${channel} and place_id = ${placeId}`);

/** Marks a notice as sent, unless a newer version has replaced it. */
export const markSent = (db: Queryable, { id, version }: WaitingNotice, now: Instant): Promise<number> =>
  db.run(sql`update channel_notices set told_at = ${new Date(now)}, claimed_until = 'epoch' where id = ${id} and version = ${version}`);

export const dropNotice = (db: Queryable, { id, version }: WaitingNotice): Promise<number> =>
  db.run(sql`delete from channel_notices where id = ${id} and version = ${version}`);

/** Postpones a notice and releases its claim. */
export const postponeNotice = (db: Queryable, { id }: WaitingNotice, until: Instant): Promise<number> =>
  db.run(sql`update channel_notices set due_at = ${new Date(until)}, claimed_until = 'epoch' where id = ${id}`);

/** Postpones a notice without counting a try. */
export const deferNotice = (db: Queryable, { id }: WaitingNotice, until: Instant): Promise<number> =>
  db.run(sql`update channel_notices set due_at = ${new Date(until)}, claimed_until = 'epoch', attempts = 0 where id = ${id}`);

const CountRow = rowType({ told: col.number });

export const countSent = async (db: Queryable, placeId: string, since: Instant): Promise<number> =>
  (
    await db.one(
      CountRow,
      sql`select count(*)::int as told from channel_notices where place_id = ${placeId} and told_at > ${new Date(since)}`,
    )
  ).told;

/** Deletes notices sent before then, and unsent ones a day older, so that a failing channel is not retried forever. */
export const purgeNotices = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from channel_notices where told_at < ${new Date(before)} or changed_at < ${new Date(before - DAY_MS)}`);
