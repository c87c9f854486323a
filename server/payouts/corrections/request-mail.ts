import { formatDateTime } from '#core/format/moment.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrderNews } from '#server/orders/queries.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { valueEntries } from '#server/orders/readable-requisites.ts';
import { findRequest } from './store.ts';

/** Mail kind under which the request is stored as news. */
export const REQUEST_MAIL = 'destination_request';

const PURPOSE = 'payout-destination';

/** Key of the mailed link, derived from our secret so that it is not stored. The request row makes it single-use. */
export const requestKeyOf = (deps: Pick<Deps, 'secrets'>, requestId: string): string => deps.secrets.sign(PURPOSE, requestId);

export const isRequestKey = (deps: Pick<Deps, 'secrets'>, requestId: string, key: string): boolean =>
  deps.secrets.verifyLongLived(PURPOSE, requestId, key);

/** The mail that asks for another destination of a failed payout. The key is in the URL fragment, so that no server logs it. */
export const requestMails = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async compose({ subject }) {
    const request = await findRequest(deps.db, subject);
    const news = request && (await findOrderNews(deps.db, request.orderId));
    if (request === undefined || news?.order.email !== request.recipient) return undefined;
    const { order, destination } = news;
    const { locale } = order;
    const { outcome } = orderSides(deps.catalogue, order);
    const currency = { currency_iso_code: outcome.currency, precision: outcome.precision };
    const amount = formatMoney(formatAmount(order.outcomeAmount, outcome.scale), currency, locale);
    const until = deps.t(locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(request.expiresAt), locale) });
    const t = (key: string) => deps.t(locale, `order_letters.destination_request.${key}`, { id: order.id, amount, until });
    const url = `${orderLinkOf(deps, order)}#destination=${requestKeyOf(deps, request.id)}`;
    return {
      to: request.recipient,
      locale,
      email: {
        subject: t('subject'),
        heading: t('heading'),
        lead: t('lead'),
        warning: t('warning'),
        lines: valueEntries(outcome.outcomeFields, destination, locale),
        button: { label: t('button'), url },
      },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: order.id }), value: t('heading'), url },
      notice: { event: 'action' },
      footer: deps.t(locale, order.quote.isDemo ? 'order_letters.footer_demo' : 'order_letters.footer'),
    };
  },
});
