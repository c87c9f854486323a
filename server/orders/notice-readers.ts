import { sql } from '#server/platform/db/db.ts';
import type { OrderReaders } from '#server/mails/queue-news.ts';

/** Readers of a notice about an order: its linked channels and its account. */
export const noticeReadersOf = (orderId: string): OrderReaders => ({
  id: orderId,
  accounts: sql`select user_id from orders where id = ${orderId} and user_id is not null`,
});
