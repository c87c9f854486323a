import { choiceOfStatus } from '#core/mail/choices.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { NEWS_DELAY_MS } from '#core/order/news.ts';
import type { Order } from '#core/order/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrderPromise, type PromiseDeps } from '#server/orders/customer/payout-promise.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { headingOf, orderLetter } from './order-letter.ts';

/** Name of the kind; news is noted under it. */
export const ORDER_LETTER = 'order';

/** The state as it is when the letter is written; where that has no letter of its own, the one that was noted. */
function currentStatus(order: Order, topic: string): OrderStatus | undefined {
  if (NEWS_DELAY_MS[order.status] !== null) return order.status;
  const status = ORDER_STATUSES.find((one) => one === topic);
  return status !== undefined && NEWS_DELAY_MS[status] === null ? 'paid' : status;
}

/** The letters about orders: each tells the state that its order has when it is sent. */
export const orderLetters = (deps: Pick<Deps, 'db' | 'rails' | 'secrets' | 'settings' | 't'> & PromiseDeps): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async tell({ subject, topic }) {
    const found = await findOrderNews(deps.db, subject);
    const status = found && currentStatus(found.order, topic);
    if (found === undefined || status === undefined) return undefined;
    // A payout that has failed since is not on its way: who is asked for another destination is told nothing else
    if (status === 'payout_sent' && found.order.status === 'payout_failed') return undefined;
    const news = { ...found, status, promise: await findOrderPromise(deps, deps.db, found.order) };
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
