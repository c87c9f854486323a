import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { News } from './letter-kind.ts';

export interface NotedNews extends News {
  /** Address as it was given. */
  readonly recipient: string;
  readonly changedAt: Instant;
  /** Before this it waits to be overtaken by newer news of its subject. */
  readonly dueAt: Instant;
}

/**
 * Notes, in the transaction of what happened, that somebody is to be told. It takes the place of what he was not told yet of the
 * same subject: the letter is written when it is sent, from what is true then.
 */
export async function noteNews(tx: Tx, news: NotedNews): Promise<void> {
  await tx.run(sql`
    insert into mail_news (kind, subject, recipient, version, topic, is_paid, changed_at, due_at)
    values (${news.kind}, ${news.subject}, ${news.recipient.toLowerCase()}, ${news.version}, ${news.topic}, ${news.isPaid},
      ${new Date(news.changedAt)}, ${new Date(news.dueAt)})
    on conflict (kind, subject) do update set version = excluded.version, topic = excluded.topic, is_paid = excluded.is_paid,
      changed_at = excluded.changed_at, due_at = excluded.due_at
    where mail_news.version < excluded.version`);
}
