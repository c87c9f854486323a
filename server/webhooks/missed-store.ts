import { WEBHOOK_TOPICS, type WebhookTopic } from '#core/webhooks/webhook.ts';
import { AnyRow, col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Records an event that could not be created. It only stores order and topic, so that it cannot fail in the same way. */
export const recordMissed = (tx: Tx, orderId: string, topic: WebhookTopic): Promise<number> =>
  tx.run(sql`insert into webhook_missed (order_id, topic) values (${orderId}, ${topic})`);

/** Whether events of an order wait to be created. */
export const hasMissed = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select 1 as found from webhook_missed where order_id = ${orderId} limit 1`)) !== undefined;

const OrderRow = rowType({ order_id: col.text });

/** Orders with missed events, longest waiting first. */
export const listOrdersWithMissed = async (db: Queryable, limit: number): Promise<readonly string[]> =>
  (await db.many(OrderRow, sql`select order_id from webhook_missed group by order_id order by min(seq) limit ${limit}`)).map(
    (row) => row.order_id,
  );

const MissedRow = rowType({ topic: col.oneOf(WEBHOOK_TOPICS as [WebhookTopic, ...WebhookTopic[]]) });

/** Deletes and returns the missed topics of an order in the order of their occurrence; requires the order's lock. */
export const takeMissed = async (tx: Tx, orderId: string): Promise<readonly WebhookTopic[]> =>
  (
    await tx.many(
      MissedRow,
      sql`
      with taken as (delete from webhook_missed where order_id = ${orderId} returning seq, topic) select topic from taken order by seq`,
    )
  ).map((row) => row.topic);
