import sql, { type Sql } from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { News } from './letter-kind.ts';

export interface NotedNews extends News {
  /** Address as it was given. */
  readonly recipient: string;
  readonly changedAt: Instant;
  /** Before this it waits to be overtaken by newer news of its subject. */
  readonly dueAt: Instant;
  /** Told beside the mail too: whose browsers and chats hear of it. Absent: the mail alone. */
  readonly alsoTo?: Readers;
}

/** Beside whoever has proven that the address is his. */
interface Readers {
  /** Whoever listens at this order, and its customer. */
  readonly orderId?: string;
  readonly userId?: string;
}

const insertNews = (news: NotedNews): Sql => sql`
  insert into mail_news (kind, subject, recipient, version, topic, is_paid, changed_at, due_at)
  values (${news.kind}, ${news.subject}, ${news.recipient.toLowerCase()}, ${news.version}, ${news.topic}, ${news.isPaid},
    ${new Date(news.changedAt)}, ${new Date(news.dueAt)})
  on conflict (kind, subject) do update set version = excluded.version, topic = excluded.topic, is_paid = excluded.is_paid,
    changed_at = excluded.changed_at, due_at = excluded.due_at
  where mail_news.version < excluded.version`;

/** At every place of whoever is told; an account hears of an address only when it has proven it. One statement with the letter's: orders are many. */
const insertNotices = (news: NotedNews, { orderId = null, userId = null }: { orderId?: string | null; userId?: string | null }): Sql => sql`
  with news as (${insertNews(news)}),
  people as (
    select id from users where lower(email) = ${news.recipient.toLowerCase()} and email_verified_at is not null and disabled_at is null
    union select user_id from orders where id = ${orderId} and user_id is not null
    union select ${userId}::uuid where ${userId}::uuid is not null)
  insert into channel_notices (id, kind, subject, channel, place_id, version, topic, is_paid, changed_at, due_at)
  select gen_random_uuid(), ${news.kind}, ${news.subject}, p.channel, p.place_id, ${news.version}, ${news.topic}, ${news.isPaid}::boolean,
    ${new Date(news.changedAt)}::timestamptz, ${new Date(news.dueAt)}::timestamptz
  from notice_places p where p.user_id in (select id from people) or p.order_id = ${orderId}
  on conflict (kind, subject, channel, place_id) do update set version = excluded.version, topic = excluded.topic,
    is_paid = excluded.is_paid, changed_at = excluded.changed_at, due_at = excluded.due_at, told_at = null, attempts = 0
  where channel_notices.version < excluded.version`;

/**
 * Notes, in the transaction of what happened, that somebody is to be told. It takes the place of what he was not told yet of the
 * same subject: the letter is written when it is sent, from what is true then.
 */
export const noteNews = async (tx: Tx, news: NotedNews): Promise<void> =>
  void (await tx.run(news.alsoTo === undefined ? insertNews(news) : insertNotices(news, news.alsoTo)));
