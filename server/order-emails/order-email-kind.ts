import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailEntry } from '#server/mails/email.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { noticeReadersOf } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';

interface OrderNotice {
  readonly kind: string;
  readonly topic: string;
  /** News of this or a lower version was already sent. */
  readonly version: number;
  readonly now: Instant;
}

/** Queues a mail about an order to its customer, due at once, and the same for the order's notice channels. */
export const queueOrderMail = async (tx: Tx, order: Order, { kind, topic, version, now }: OrderNotice): Promise<void> =>
  await queueNews(tx, {
    kind,
    subject: order.id,
    recipient: order.email,
    version,
    topic,
    isPaid: true,
    changedAt: now,
    dueAt: now,
    noticeReaders: { order: noticeReadersOf(order.id) },
  });

interface OrderMail {
  readonly order: Order;
  /** `subject`, `heading` and `lead` are below this key of `order_letters`. */
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
  readonly lines: readonly EmailEntry[];
  /** Locale key of the button's label. */
  readonly button: string;
  readonly event: 'payout' | 'action';
}

/** A mail kind about one event of an order, with the link to its page. `findMail` returns undefined when there is nothing left to send. */
export const orderEmailKind = (
  deps: Pick<Deps, 'secrets' | 'settings' | 't'>,
  findMail: (orderId: string) => Promise<OrderMail | undefined>,
): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async compose({ subject }) {
    const mail = await findMail(subject);
    if (mail === undefined) return undefined;
    const { order, key: section, params, lines, button, event } = mail;
    const { locale } = order;
    const t = (key: string) => deps.t(locale, `order_letters.${section}.${key}`, { id: order.id, ...params });
    const url = orderLinkOf(deps, order);
    return {
      to: order.email,
      locale,
      email: { subject: t('subject'), heading: t('heading'), lead: t('lead'), lines, button: { label: deps.t(locale, button), url } },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: order.id }), value: t('heading'), url },
      notice: { event },
      footer: deps.t(locale, order.quote.isDemo ? 'order_letters.footer_demo' : 'order_letters.footer'),
    };
  },
});
