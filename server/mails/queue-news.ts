import type { Instant } from '#core/time.ts';
import { empty, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { News } from './email-kind.ts';

export interface QueuedNews extends News {
  /** As given; stored in lower case. */
  readonly recipient: string;
  readonly changedAt: Instant;
  /** When to send it. Newer news of the same subject replaces it until then. */
  readonly dueAt: Instant;
  /** Who also gets it as a notice. Undefined if it is sent by mail only. */
  readonly noticeReaders?: NoticeReaders;
}

/** An order whose linked chats and browsers get the notice. `accounts` is SQL that selects the id of its account. */
export interface OrderReaders {
  readonly id: string;
  readonly accounts: Sql;
}

/** In addition to accounts with this verified address. */
interface NoticeReaders {
  readonly order?: OrderReaders;
  readonly userId?: string;
}

const insertNews = (news: QueuedNews): Sql => sql`
  insert into mail_news (kind, subject, recipient, version, topic, is_paid, changed_at, due_at)
  values (${news.kind}, ${news.subject}, ${news.recipient.toLowerCase()}, ${news.version}, ${news.topic}, ${news.isPaid},
    ${new Date(news.changedAt)}, ${new Date(news.dueAt)})
  on conflict (kind, subject) do update set version = excluded.version, topic = excluded.topic, is_paid = excluded.is_paid,
    changed_at = excluded.changed_at, due_at = excluded.due_at
  where mail_news.version < excluded.version`;

/**
 * Queues the mail, and a notice for every linked chat and browser of the readers, in one statement. Accounts with the recipient's address
 * count only if they have verified it.
 */
const insertNotices = (news: QueuedNews, { order, userId = null }: { order?: OrderReaders; userId?: string | null }): Sql => sql`
  with news as (${insertNews(news)}),
  people as (
    select id from users where lower(email) = ${news.recipient.toLowerCase()} and email_verified_at is not null and disabled_at is null
    ${order === undefined ? empty : sql`union ${order.accounts}`}
    union select ${userId}::uuid where ${userId}::uuid is not null)
  insert into channel_notices (id, kind, subject, channel, place_id, version, topic, is_paid, changed_at, due_at)
  select gen_random_uuid(), ${news.kind}, ${news.subject}, p.channel, p.place_id, ${news.version}, ${news.topic}, ${news.isPaid}::boolean,
    ${new Date(news.changedAt)}::timestamptz, ${new Date(news.dueAt)}::timestamptz
  from notice_places p where p.user_id in (select id from people) or p.order_id = ${order?.id ?? null}
  on conflict (kind, subject, channel, place_id) do update set version = excluded.version, topic = excluded.topic,
    is_paid = excluded.is_paid, changed_at = excluded.changed_at, due_at = excluded.due_at, told_at = null, attempts = 0
  where channel_notices.version < excluded.version`;

/** Queues news in the caller's transaction. It replaces unsent news of the same subject. The mail is composed when it is sent. */
export const queueNews = async (tx: Tx, news: QueuedNews): Promise<void> =>
  void (await tx.run(news.noticeReaders === undefined ? insertNews(news) : insertNotices(news, news.noticeReaders)));
