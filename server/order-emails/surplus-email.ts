import { formatMoney } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { findOrderNews } from '#server/orders/queries.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { payersFieldsOf, valueEntries } from '#server/orders/readable-requisites.ts';
import { orderEmailKind, queueOrderMail } from './order-email-kind.ts';

/** Kind of the mails about returned surplus money. */
export const SURPLUS_EMAIL = 'surplus_returned';

/** Mails the customer when surplus money has been returned. */
export const MAIL_SURPLUS_RETURNED: Reaction = {
  name: 'tell_surplus_returned',
  phase: 'mail',
  onTouched: async (deps, tx, { before, after }) => {
    if (after.surplusReturned <= before.surplusReturned) return;
    await queueOrderMail(tx, after, { kind: SURPLUS_EMAIL, topic: 'returned', version: after.version, now: deps.clock.now() });
  },
};

/** The mail about returned surplus: the total of all returns and their masked destination. */
export const surplusEmailKind = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): EmailKind =>
  orderEmailKind(deps, async (id) => {
    const news = await findOrderNews(deps.db, id);
    if (news === undefined) return undefined;
    const { order, refundDestination } = news;
    const { locale } = order;
    const { income } = orderSides(deps.catalogue, order);
    const format = { currency_iso_code: income.currency, precision: income.precision };
    const amount = formatMoney(formatAmount(order.surplusReturned, income.scale), format, locale);
    return {
      order,
      key: 'surplus_returned',
      params: { amount },
      lines: [
        { label: deps.t(locale, 'order_letters.line.refund', { system: income.name[locale] }), value: amount },
        ...valueEntries(payersFieldsOf(income), refundDestination, locale),
      ],
      button: 'order_letters.open',
      event: 'payout',
    };
  });
