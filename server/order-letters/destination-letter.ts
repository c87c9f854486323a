import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { valueLines } from '#server/orders/readable-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Name of the kind; news is noted under it. */
export const DESTINATION_LETTER = 'destination';

/** Notes that the customer is to be told where his money goes now (quality R56): at once, so that he can object. */
export const noteDestinationNews = async (tx: Tx, order: Order, now: Instant): Promise<void> =>
  await noteNews(tx, {
    kind: DESTINATION_LETTER,
    subject: order.id,
    recipient: order.email,
    version: order.version,
    topic: 'corrected',
    isPaid: true,
    changedAt: now,
    dueAt: now,
    alsoTo: { orderId: order.id },
  });

/** The letter that tells where a payout goes now, masked as on the order's page. */
export const destinationLetters = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async tell({ subject }) {
    const found = await findOrderNews(deps.db, subject);
    if (found === undefined) return undefined;
    const { order, destination } = found;
    const { locale } = order;
    const t = (key: string) => deps.t(locale, `order_letters.destination.${key}`, { id: order.id });
    const { outcome } = orderSides(deps.catalogue, order);
    const url = orderLinkOf(deps, order);
    return {
      to: order.email,
      locale,
      letter: {
        subject: t('subject'),
        heading: t('heading'),
        lead: t('lead'),
        lines: valueLines(outcome.outcomeFields, destination, locale),
        button: { label: t('button'), url },
      },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: order.id }), value: t('heading'), url },
      notice: { event: 'action' },
      footer: deps.t(locale, order.quote.isDemo ? 'order_letters.footer_demo' : 'order_letters.footer'),
    };
  },
});
