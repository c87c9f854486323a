import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { letterHtml, letterText } from './letter.ts';
import { orderLetter } from './order-letter.ts';
import { findUnsent, keepMail, markSent, type StoredMail } from './store.ts';

type MailDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'catalogue' | 'secrets' | 'settings' | 't' | 'mailer'>;

export interface OrderMailJob {
  readonly orderId: string;
  readonly version: number;
  readonly status: OrderStatus;
}

/** Reads a job's data; undefined for anything we did not write. */
export function readOrderMailJob(data: Record<string, unknown>): OrderMailJob | undefined {
  const { order_id: orderId, version, status } = data;
  const known = ORDER_STATUSES.find((one) => one === status);
  return typeof orderId === 'string' && typeof version === 'number' && known ? { orderId, version, status: known } : undefined;
}

/**
 * Writes and sends the mail of one order version. It is kept before it is sent and once only; run again after a failure it
 * sends the kept one, so the receiver gets the same mail with the same id.
 */
export async function sendOrderMail(deps: MailDeps, job: OrderMailJob): Promise<void> {
  const news = await findOrderNews(deps.db, job.orderId);
  if (!news) return;
  const letter = orderLetter(deps, { ...news, status: job.status });
  const mail = await deps.db.tx(
    async (tx) =>
      await keepMail(tx, {
        id: deps.random.uuid(),
        orderId: job.orderId,
        recipient: news.order.email,
        locale: letter.locale,
        subject: letter.subject,
        text: letterText(letter),
        html: letterHtml(letter),
        createdAt: deps.clock.now(),
        dedupeKey: `order:${job.orderId}:${job.version}`,
      }),
  );
  await sendKept(deps, mail);
}

async function sendKept(deps: MailDeps, mail: StoredMail): Promise<void> {
  if (mail.sentAt !== null) return;
  await deps.mailer.send({ id: mail.id, to: mail.recipient, subject: mail.subject, text: mail.text, html: mail.html });
  await markSent(deps.db, mail.id, deps.clock.now());
}

/** How long the job itself tries; after that kept mails are looked through, oldest first, for a week. */
const LEFT_AFTER_MS = 10 * MINUTE_MS;
const GIVEN_UP_AFTER_MS = 7 * DAY_MS;
const BATCH = 20;

/** Sends what a mail server that was away left behind; stops at the first mail it still does not take. */
export async function sendLeftMails(deps: MailDeps): Promise<void> {
  const now = deps.clock.now();
  for (const mail of await findUnsent(deps.db, { from: now - GIVEN_UP_AFTER_MS, to: now - LEFT_AFTER_MS }, BATCH))
    await sendKept(deps, mail);
}
