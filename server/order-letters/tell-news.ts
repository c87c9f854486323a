import { NEWS_DELAY_MS } from '#core/order/news.ts';
import type { Order } from '#core/order/order.ts';
import { noteNews } from '#server/mails/note-news.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { ORDER_LETTER } from './order-letters.ts';

/**
 * Notes, in the transaction of the move, that the customer is to be told of the state an order has reached. `since`: when there was
 * something to tell, where that is not the change of state (money beyond an order that is settled).
 */
export async function tellNews(tx: Tx, order: Order, since = order.statusChangedAt): Promise<void> {
  const delayMs = NEWS_DELAY_MS[order.status];
  if (delayMs === null) return;
  await noteNews(tx, {
    kind: ORDER_LETTER,
    subject: order.id,
    recipient: order.email,
    version: order.version,
    topic: order.status,
    isPaid: order.receivedAmount > 0n,
    changedAt: since,
    dueAt: since + delayMs,
    alsoTo: { orderId: order.id },
  });
}
