import type { Instant } from '#core/time.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

/** A stored file to send, and its name for the recipient. */
export interface OutgoingFile {
  readonly key: string;
  readonly name: string;
}

export interface NewMessage {
  /** Idempotency key. */
  readonly id: string;
  readonly chat: string;
  readonly body: string;
  readonly file: OutgoingFile | null;
  readonly now: Instant;
}

/** Queues a message, in the transaction of its cause. */
export const insertMessage = (tx: Queryable, { id, chat, body, file, now }: NewMessage): Promise<number> =>
  tx.run(sql`
    insert into telegram_messages (id, chat_id, body, file_key, file_name, created_at, due_at)
    values (${id}, ${chat}, ${body}, ${file?.key ?? null}, ${file?.name ?? null}, ${new Date(now)}, ${new Date(now)})
    on conflict (id) do nothing`);

const MessageRow = rowType({
  id: col.text,
  chat_id: col.text,
  body: col.text,
  file_key: col.nullable(col.text),
  file_name: col.nullable(col.text),
  attempts: col.number,
  created_at: col.timestamp,
});
export type MessageRow = RowOf<typeof MessageRow>;

/** Claims the first due message of each chat until `until`, so that a crashed process loses nothing. */
export const claimDue = (db: Db, { limit, now, until }: { limit: number; now: Instant; until: Instant }): Promise<MessageRow[]> =>
  db.many(
    MessageRow,
    sql`
    update telegram_messages set due_at = ${new Date(until)}, attempts = attempts + 1
    where id in (
      select m.id from telegram_messages m where m.sent_at is null and m.due_at <= ${new Date(now)}
        and not exists (select from telegram_messages e where e.chat_id = m.chat_id and e.sent_at is null and e.number < m.number)
      order by m.due_at, m.number limit ${limit} for update skip locked)
    returning id, chat_id, body, file_key, file_name, attempts, created_at`,
  );

export const markSent = (db: Queryable, id: string, now: Instant): Promise<number> =>
  db.run(sql`update telegram_messages set sent_at = ${new Date(now)}, problem = null where id = ${id}`);

export const postpone = (db: Queryable, id: string, { problem, due }: { problem: string; due: Instant }): Promise<number> =>
  db.run(sql`update telegram_messages set problem = ${problem}, due_at = ${new Date(due)} where id = ${id}`);

/** Deletes unsent messages of a chat. */
export const deleteUnsentOfChat = (tx: Queryable, chat: string): Promise<number> =>
  tx.run(sql`delete from telegram_messages where chat_id = ${chat} and sent_at is null`);

export const deleteUnsent = (tx: Queryable, id: string): Promise<number> =>
  tx.run(sql`delete from telegram_messages where id = ${id} and sent_at is null`);

export const deleteMessage = (db: Queryable, id: string): Promise<number> => db.run(sql`delete from telegram_messages where id = ${id}`);

/** Deletes messages sent before a moment. */
export const purgeMessages = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from telegram_messages where sent_at < ${new Date(before)}`);
