import { choiceOfStatus } from '#core/mail/choices.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { NEWS_DELAY_MS } from '#core/order/news.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { headingOf, orderLetter } from './order-letter.ts';

/** Name of the kind; news is noted under it. */
export const ORDER_LETTER = 'order';

/** What an older release left behind may name a state that has no letter: it reads like the one before it. */
function toldStatus(topic: string): OrderStatus | undefined {
  const status = ORDER_STATUSES.find((one) => one === topic);
  return status !== undefined && NEWS_DELAY_MS[status] === null ? 'paid' : status;
}

/** The letters about orders: each tells a state, from the newest that is known of its order. */
export const orderLetters = (deps: Pick<Deps, 'db' | 'catalogue' | 'rails' | 'secrets' | 'settings' | 't' | 'quotes'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async tell({ subject, topic }) {
    const status = toldStatus(topic);
    const found = status && (await findOrderNews(deps.db, subject));
    if (status === undefined || found === undefined) return undefined;
    // A payout that has failed since is not on its way: who is asked for another destination is told nothing else
    if (status === 'payout_sent' && found.order.status === 'payout_failed') return undefined;
    const news = { ...found, status };
    const { order } = news;
    const { locale } = order;
    const choice = choiceOfStatus(status, { hasSurplus: surplusOf(order) > 0n });
    return {
      to: order.email,
      locale,
      letter: orderLetter(deps, news),
      line: {
        label: deps.t(locale, 'order_letters.line.several', { id: order.id }),
        value: headingOf(deps, news, locale),
        url: orderLinkOf(deps, order),
      },
      choice,
      notice: { event: choice ?? 'action' },
      footer: deps.t(locale, order.quote.isDemo ? 'order_letters.footer_demo' : 'order_letters.footer'),
    };
  },
});
