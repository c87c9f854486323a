import { formatMoney } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { payersFieldsOf, valueLines } from '#server/orders/readable-requisites.ts';
import { letterAboutOrder, noteAboutOrder } from './about-order.ts';

/** Name of the kind; news is noted under it. */
export const SURPLUS_LETTER = 'surplus_returned';

/** Writes to the customer when money beyond the order has been returned. */
export const TELL_SURPLUS_RETURNED: Reaction = {
  name: 'tell_surplus_returned',
  onTouched: async (deps, tx, { before, after }) => {
    if (after.surplusReturned <= before.surplusReturned) return;
    await noteAboutOrder(tx, after, { kind: SURPLUS_LETTER, topic: 'returned', version: after.version, now: deps.clock.now() });
  },
};

/** The letter about returned money: the sum of all returns of the order, and where they went, masked. */
export const surplusLetters = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): LetterKind =>
  letterAboutOrder(deps, async (id) => {
    const found = await findOrderNews(deps.db, id);
    if (found === undefined) return undefined;
    const { order, refundDestination } = found;
    const { locale } = order;
    const { income } = orderSides(deps.catalogue, order);
    const shown = { currency_iso_code: income.currency, precision: income.precision };
    const amount = formatMoney(formatAmount(order.surplusReturned, income.scale), shown, locale);
    return {
      order,
      words: 'surplus_returned',
      params: { amount },
      lines: [
        { label: deps.t(locale, 'order_letters.line.refund', { system: income.name[locale] }), value: amount },
        ...valueLines(payersFieldsOf(income), refundDestination, locale),
      ],
      button: 'order_letters.open',
      event: 'payout',
    };
  });
