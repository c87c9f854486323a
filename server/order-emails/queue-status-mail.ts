import { MAIL_DELAY_MS } from '#core/mail/order-mails.ts';
import type { Order } from '#core/order/order.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { noticeReadersOf } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { ORDER_EMAIL } from './order-emails.ts';

/**
 * Queues the mail about an order's new state, in the move's transaction. `since`: when the event happened, where that is not
 * the change of state (settled surplus).
 */
export async function queueOrderStatusMail(tx: Tx, order: Order, since = order.statusChangedAt): Promise<void> {
  const delayMs = MAIL_DELAY_MS[order.status];
  if (delayMs === null) return;
  await queueNews(tx, {
    kind: ORDER_EMAIL,
    subject: order.id,
    recipient: order.email,
    version: order.version,
    topic: order.status,
    isPaid: order.receivedAmount > 0n,
    changedAt: since,
    dueAt: since + delayMs,
    noticeReaders: { order: noticeReadersOf(order.id) },
  });
}
