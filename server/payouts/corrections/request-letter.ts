import { formatDateTime } from '#core/format/moment.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { valueLines } from '#server/orders/readable-requisites.ts';
import { findRequest } from './store.ts';

/** Name of the kind; news is noted under it. */
export const REQUEST_LETTER = 'destination_request';

const PURPOSE = 'payout-destination';

/** The key in the letter: 128 bits derived from our secret, so that nothing of it is stored. Its request makes it work once. */
export const requestKeyOf = (deps: Pick<Deps, 'secrets'>, requestId: string): string => deps.secrets.sign(PURPOSE, requestId);

/** Whether a key is the one of this request. */
export const isRequestKey = (deps: Pick<Deps, 'secrets'>, requestId: string, key: string): boolean =>
  deps.secrets.verifyKept(PURPOSE, requestId, key);

/** The letter that asks where a payout goes that failed because of its destination; behind `#`, so that no server's log has the key. */
export const requestLetters = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): LetterKind => ({
  several: (locale, count) => ({
    subject: deps.t(locale, 'order_letters.several.subject', { count }),
    heading: deps.t(locale, 'order_letters.several.heading', { count }),
    lead: deps.t(locale, 'order_letters.several.lead'),
  }),
  async tell({ subject }) {
    const request = await findRequest(deps.db, subject);
    const found = request && (await findOrderNews(deps.db, request.orderId));
    if (request === undefined || found?.order.email !== request.recipient) return undefined;
    const { order, destination } = found;
    const { locale } = order;
    const { outcome } = orderSides(deps.catalogue, order);
    const shown = { currency_iso_code: outcome.currency, precision: outcome.precision };
    const amount = formatMoney(formatAmount(order.outcomeAmount, outcome.scale), shown, locale);
    const until = deps.t(locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(request.expiresAt), locale) });
    const t = (key: string) => deps.t(locale, `order_letters.destination_request.${key}`, { id: order.id, amount, until });
    const url = `${orderLinkOf(deps, order)}#destination=${requestKeyOf(deps, request.id)}`;
    return {
      to: request.recipient,
      locale,
      letter: {
        subject: t('subject'),
        heading: t('heading'),
        lead: t('lead'),
        warning: t('warning'),
        lines: valueLines(outcome.outcomeFields, destination, locale),
        button: { label: t('button'), url },
      },
      line: { label: deps.t(locale, 'order_letters.line.several', { id: order.id }), value: t('heading'), url },
      notice: { event: 'action' },
      footer: deps.t(locale, order.quote.isDemo ? 'order_letters.footer_demo' : 'order_letters.footer'),
    };
  },
});
