import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { WEBHOOK_TOPICS, type WebhookTopic } from '#core/webhooks/topic.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';

/** Notes what could not be told: nothing of it is read, made up or sealed, so that nothing of it can fail. */
export const noteMissed = (tx: Tx, orderId: string, topic: WebhookTopic): Promise<number> =>
  tx.run(sql`insert into webhook_missed (order_id, topic) values (${orderId}, ${topic})`);

/** Whether something of an order waits to be told. */
export const isMissing = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select 1 as found from webhook_missed where order_id = ${orderId} limit 1`)) !== undefined;

const OrderRow = z.object({ order_id: z.string() });

/** Orders of which something waits, the longest waiting first. */
export const listMissing = async (db: Queryable, limit: number): Promise<readonly string[]> =>
  (await db.many(OrderRow, sql`select order_id from webhook_missed group by order_id order by min(seq) limit ${limit}`)).map(
    (row) => row.order_id,
  );

const MissedRow = z.object({ topic: z.enum(WEBHOOK_TOPICS as [WebhookTopic, ...WebhookTopic[]]) });

/** Takes what waits of an order, under its lock, in the order in which it happened. */
export const takeMissed = async (tx: Tx, orderId: string): Promise<readonly WebhookTopic[]> =>
  (
    await tx.many(
      MissedRow,
      sql`
      with taken as (delete from webhook_missed where order_id = ${orderId} returning seq, topic) select topic from taken order by seq`,
    )
  ).map((row) => row.topic);
