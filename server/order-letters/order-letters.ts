import { choiceOfStatus } from '#core/mail/choices.ts';
import { surplusOf } from '#core/order/surplus.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrderPromise, type PromiseDeps } from '#server/orders/customer/payout-promise.ts';
import { keptPromise } from '#server/orders/customer/present.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { headingOf, orderLetter, type OrderNews } from './order-letter.ts';

/** Name of the kind; news is noted under it. */
export const ORDER_LETTER = 'order';

/**
 * The state as it is when the letter is written: a payout that is being made ready is told as received money. Undefined where another
 * letter tells it: a payout that has failed since is not on its way, and who is asked for another destination is told nothing else.
 */
function currentStatus({ order, promise }: Omit<OrderNews, 'status'>, topic: string): OrderStatus | undefined {
  if (order.status === 'payout_pending') return 'paid';
  if (order.status !== 'payout_failed') return order.status;
  return topic === 'payout_sent' || promise.destinationRequest === 'asked' ? undefined : 'payout_failed';
}

type FactDeps = Pick<Deps, 'db'> & PromiseDeps;

/** All that is true of an order now, from where its page has it. */
export async function findLetterFacts(deps: FactDeps, id: string): Promise<Omit<OrderNews, 'status'> | undefined> {
  const found = await findOrderNews(deps.db, id);
  if (found === undefined) return undefined;
  const { order } = found;
  const promise = await findOrderPromise(deps, deps.db, order);
  const freeAt = order.status === 'awaiting_requisites' ? await deps.orderFacts.findPromise(deps.db, id) : undefined;
  const isSurplusQueued = surplusOf(order) > 0n && (await deps.orderFacts.isSurplusReturning(deps.db, id));
  return { ...found, promise, areRequisitesTaken: freeAt !== undefined, requisitesPromisedAt: keptPromise(order, freeAt), isSurplusQueued };
}

/** The letters about orders: each tells the state that its order has when it is sent. */
export const orderLetters = (deps: Pick<Deps, 'db' | 'rails' | 'secrets' | 'settings' | 't'> & PromiseDeps): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async tell({ subject, topic }) {
    const found = await findLetterFacts(deps, subject);
    const status = found && currentStatus(found, topic);
    if (found === undefined || status === undefined) return undefined;
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
