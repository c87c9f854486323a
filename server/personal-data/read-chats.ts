import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const MessageRow = rowType({
  order_id: col.nullable(col.text),
  author: col.text,
  text: col.nullable(col.text),
  at: col.timestamp,
  file_id: col.nullable(col.text),
  file_key: col.nullable(col.text),
});

/** Messages of the user's own thread and of the user's orders, without withdrawn content. */
export const readChats = async (db: Queryable, userId: string): Promise<RowOf<typeof MessageRow>[]> =>
  await db.many(
    MessageRow,
    sql`
    select t.order_id, m.author, case when m.withdrawn_at is null then m.text end as text, m.at,
      case when m.withdrawn_at is null then m.file_id end as file_id, case when m.withdrawn_at is null then m.file_key end as file_key
    from chat_messages m join chat_threads t on t.id = m.thread_id
    where t.user_id = ${userId}::uuid or t.order_id in (select id from orders where user_id = ${userId}::uuid)
    order by m.nr limit 10000`,
  );

const KeyRow = rowType({ file_key: col.text });

/** Files of the account's thread; removed before their rows. */
export const findChatFiles = async (db: Queryable, userId: string): Promise<string[]> =>
  (
    await db.many(
      KeyRow,
      sql`
      select m.file_key from chat_messages m join chat_threads t on t.id = m.thread_id
        where m.file_key is not null and t.user_id = ${userId}::uuid`,
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
