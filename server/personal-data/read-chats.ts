import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Queryable } from '#server/platform/db/db.ts';

const MessageRow = z.object({
  order_id: z.nullable(z.string()),
  author: z.string(),
  text: z.nullable(z.string()),
  at: z.date(),
  file_id: z.nullable(z.string()),
  file_key: z.nullable(z.string()),
});

/** Messages of the user's own thread and of the user's orders, without withdrawn content. */
export const readChats = async (db: Queryable, userId: string): Promise<z.output<typeof MessageRow>[]> =>
  await db.many(
    MessageRow,
    sql`
    select t.order_id, m.author, case when m.withdrawn_at is null then m.text end as text, m.at,
      case when m.withdrawn_at is null then m.file_id end as file_id, case when m.withdrawn_at is null then m.file_key end as file_key
    from chat_messages m join chat_threads t on t.id = m.thread_id
    where t.user_id = ${userId}::uuid or t.order_id in (select id from orders where user_id = ${userId}::uuid)
    order by m.nr limit 10000`,
  );

const KeyRow = z.object({ file_key: z.string() });

/** Files of the account's thread; removed before their rows. */
export const findChatFiles = async (db: Queryable, userId: string): Promise<string[]> =>
  (
    await db.many(
      KeyRow,
      sql`
      select m.file_key from chat_messages m join chat_threads t on t.id = m.thread_id where m.file_key is not null and t.user_id = ${userId}::uuid`,
    )
  ).map(({ file_key: key }) => key);

/** Files of the threads of the user's orders. */
export const findOrderChatFiles = async (db: Queryable, userId: string): Promise<string[]> =>
  (
    await db.many(
      KeyRow,
      sql`
      select m.file_key from chat_messages m join chat_threads t on t.id = m.thread_id join orders o on o.id = t.order_id
      where m.file_key is not null and o.user_id = ${userId}::uuid`,
    )
  ).map(({ file_key: key }) => key);
