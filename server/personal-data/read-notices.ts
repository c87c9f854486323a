import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Queryable } from '#server/platform/db/db.ts';

const SubscriptionRow = z.object({
  order_id: z.string(),
  channel: z.enum(['telegram', 'push']),
  name: z.nullable(z.string()),
  since: z.date(),
  until: z.nullable(z.date()),
});

/** Channels that follow single orders without an account; without the chat or endpoint. */
export const readOrderSubscriptions = async (db: Queryable, userId: string): Promise<z.output<typeof SubscriptionRow>[]> =>
  await db.many(
    SubscriptionRow,
    sql`
    select l.order_id, 'telegram' as channel, null as name, l.linked_at as since, l.ended_at as until
    from telegram_links l join orders o on o.id = l.order_id where o.user_id = ${userId}::uuid
    union all
    select s.order_id, 'push', s.name, s.added_at, null from push_subscriptions s join orders o on o.id = s.order_id where o.user_id = ${userId}::uuid
    order by since limit 10000`,
  );
