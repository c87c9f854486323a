import sql from 'sql-template-tag';
import { NEWS_DELAY_MS } from '#core/order/news.ts';
import type { Order } from '#core/order/order.ts';
import type { Tx } from '#server/platform/db/db.ts';

/**
 * Notes, in the transaction of the move, that the customer is to be told of the state an order has reached. It takes the place
 * of what he was not told yet: the letter is written when it is sent, from the newest state. `since`: when there was something to
 * tell, where that is not the change of state (money beyond an order that is settled).
 */
export async function tellNews(tx: Tx, order: Order, since = order.statusChangedAt): Promise<void> {
  const delayMs = NEWS_DELAY_MS[order.status];
  if (delayMs === null) return;
  const changedAt = new Date(since);
  await tx.run(sql`
    insert into order_news (order_id, recipient, version, status, is_paid, changed_at, due_at)
    values (${order.id}, ${order.email.toLowerCase()}, ${order.version}, ${order.status}, ${order.receivedAmount > 0n}, ${changedAt},
      ${new Date(since + delayMs)})
    on conflict (order_id) do update set version = excluded.version, status = excluded.status, is_paid = excluded.is_paid,
      changed_at = excluded.changed_at, due_at = excluded.due_at
    where order_news.version < excluded.version`);
}
