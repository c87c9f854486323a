import * as col from '#server/platform/db/columns.ts';
import { rowType, type RowOf } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '#server/platform/db/db.ts';

const SubscriptionRow = rowType({
  order_id: col.text,
  channel: col.oneOf(['telegram', 'push']),
  name: col.nullable(col.text),
  since: col.timestamp,
  until: col.nullable(col.timestamp),
});

/** Channels that follow single orders without an account; without the chat or endpoint. */
export const readOrderSubscriptions = async (db: Queryable, userId: string): Promise<RowOf<typeof SubscriptionRow>[]> =>
  await db.many(
    SubscriptionRow,
    sql`
    select l.order_id, 'telegram' as channel, null as name, l.linked_at as since, l.ended_at as until
    from telegram_links l join orders o on o.id = l.order_id where o.user_id = ${userId}::uuid
    union all
    select s.order_id, 'push', s.name, s.added_at, null from push_subscriptions s join orders o on o.id = s.order_id
      where o.user_id = ${userId}::uuid
    order by since limit 10000`,
  );
