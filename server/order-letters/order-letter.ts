import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { type Ending, endingOf } from '#core/order/ending.ts';
import { isEstimated } from '#core/order/estimate.ts';
import type { Order } from '#core/order/order.ts';
import { BEFORE_MONEY, PROMISED_STATUSES } from '#core/order/promise.ts';
import { firstExchange } from '#core/order/requote-options.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { surplusOf } from '#core/order/surplus.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { toRfc3339, type Instant } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { networkNotice, offerLines, payersFieldsOf, valueLines } from '#server/orders/readable-requisites.ts';
import type { OrderPromise } from '#server/orders/customer/payout-promise.ts';
import { reasonText } from '#server/orders/customer/reason-text.ts';
import { orderRateOf } from '#server/orders/order-rate.ts';
import { estimateNow } from '#server/orders/present-estimate.ts';
import type { LetterLine } from '#server/mails/letter.ts';
import type { Story } from '#server/mails/letter-kind.ts';

type LetterDeps = Pick<Deps, 'catalogue' | 'rails' | 'secrets' | 'settings' | 't' | 'quotes'>;

export interface OrderNews {
  readonly order: Order;
  /** The state the mail tells of; the order may be further already. */
  readonly status: OrderStatus;
  /** Where the customer pays to, while he should; shown as on the page (R56). */
  readonly offer: RequisitesOffer | undefined;
  /** Masked requisites of the side that gets the money. */
  readonly destination: Readonly<Record<string, string>>;
  /** Masked requisites that a refund goes to: those he paid from or named; empty while we know none. */
  readonly refundDestination: Readonly<Record<string, string>>;
  /** What its payout is promised in and, once its money is there, by when. */
  readonly promise: OrderPromise;
}

type Line = LetterLine;

/** More than is shown: the line cuts. */
const RATE_DIGITS = 12;

const money = (minor: bigint, system: PaymentSystem, locale: Locale): string =>
  formatMoney(formatAmount(minor, system.scale), { currency_iso_code: system.currency, precision: system.precision }, locale);

type SumDeps = Pick<Deps, 'catalogue' | 'rails' | 't' | 'quotes'>;

/** What he gets: of a floating rate an estimate of the moment of writing, called so. */
function gotOf(deps: SumDeps, order: Order, locale: Locale): string {
  const { outcome } = orderSides(deps.catalogue, order);
  const amount = money(estimateNow(deps, order)?.outcomeAmount ?? order.outcomeAmount, outcome, locale);
  return isEstimated(order) ? deps.t(locale, 'order.about', { amount }) : amount;
}

const asksToPay = ({ status, offer }: OrderNews): boolean => status === 'awaiting_payment' && offer !== undefined;

/** Pay-to lines only while the customer should pay, each in its groups and with its network, as on the page (R56). */
function payLines(deps: LetterDeps, news: OrderNews): Line[] {
  const { order, offer } = news;
  if (!asksToPay(news) || offer === undefined) return [];
  const { income } = orderSides(deps.catalogue, order);
  const t = (key: string) => deps.t(order.locale, key);
  const { network } = networkNotice(deps, income, order.locale);
  return [
    { label: t('order_letters.line.pay_amount'), value: money(offer.amount, income, order.locale) },
    ...(network === null ? [] : [{ label: t('order_letters.line.network'), value: network }]),
    ...offerLines(deps, offer, order.locale),
    ...(offer.memo === null ? [] : [{ label: t('requisites.memo'), value: offer.memo }]),
  ];
}

/** What is lost on another network or without the memo, beside the address that it is lost to. */
function warningOf(deps: LetterDeps, news: OrderNews): string | undefined {
  if (!asksToPay(news) || news.offer?.kind !== 'requisites') return undefined;
  const { locale } = news.order;
  const { income } = orderSides(deps.catalogue, news.order);
  const memo = news.offer.memo === null ? null : deps.t(locale, 'order.memo_warning');
  const warnings = [networkNotice(deps, income, locale).warning, memo].filter((one) => one !== null);
  return warnings.length === 0 ? undefined : warnings.join(' ');
}

const momentLine = (deps: LetterDeps, order: Order, label: string, at: Instant): Line => ({
  label: deps.t(order.locale, label),
  value: deps.t(order.locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(at), order.locale) }),
});

type Words = (key: string, params?: Record<string, string>) => string;

/** When the money will be there, in the words of the order's page: how long after the payment, and once that is here, by when. */
function timeLines(deps: LetterDeps, { order, status, promise: { time, payout } }: OrderNews): Line[] {
  const { locale } = order;
  if (BEFORE_MONEY.includes(status)) {
    const count = time.minutes;
    return time.isMeasured
      ? [{ label: deps.t(locale, 'order.minutes_usual'), value: deps.t(locale, 'order.minutes', { count }) }]
      : [{ label: deps.t(locale, 'order.minutes_promised'), value: deps.t(locale, 'order.minutes_at_most', { count }) }];
  }
  return PROMISED_STATUSES.includes(status) && payout !== null
    ? [momentLine(deps, order, 'order_letters.line.payout_before', payout.at)]
    : [];
}

/** The agreement: what is exchanged for what, at which rate, to where. */
function exchangeLines(deps: LetterDeps, { order, destination }: OrderNews, t: Words): Line[] {
  const { locale } = order;
  const { income, outcome } = orderSides(deps.catalogue, order);
  const now = estimateNow(deps, order);
  const rate = toSignificant(now?.rate ?? orderRateOf(deps.catalogue, order), RATE_DIGITS);
  const isOpen = isEstimated(order);
  return [
    { label: t('line.given', { system: income.name[locale] }), value: money(order.incomeAmount, income, locale) },
    { label: t(isOpen ? 'line.got_estimate' : 'line.got', { system: outcome.name[locale] }), value: gotOf(deps, order, locale) },
    ...valueLines(outcome.outcomeFields, destination, locale),
    {
      label: t(isOpen ? 'line.rate_now' : 'line.rate'),
      value: formatRate(rate, { income: income.currency, outcome: outcome.currency }, locale),
    },
    ...(isOpen ? [{ label: t('line.rate_fixed_when'), value: deps.t(locale, 'order.rate_fixed_how') }] : []),
    ...(order.outcomeTxHash === null ? [] : [{ label: t('line.outcome_tx'), value: order.outcomeTxHash }]),
  ];
}

/** What goes back, and where to. */
function refundLines(deps: LetterDeps, { order, refundDestination }: OrderNews, t: Words): Line[] {
  const { locale } = order;
  const { income } = orderSides(deps.catalogue, order);
  return [
    { label: t('line.refund', { system: income.name[locale] }), value: money(refundOf(order), income, locale) },
    ...(order.refundFee === 0n ? [] : [{ label: t('line.refund_fee'), value: money(order.refundFee, income, locale) }]),
    ...valueLines(payersFieldsOf(income), refundDestination, locale),
    ...(order.outcomeTxHash === null ? [] : [{ label: t('line.refund_tx'), value: order.outcomeTxHash }]),
  ];
}

/** What arrived and what is offered for it, while the choice is open. */
function choiceLines(deps: LetterDeps, { order, status }: OrderNews, t: Words): Line[] {
  const { requote, locale } = order;
  if (status !== 'requote' || requote === null) return [];
  const { income, outcome } = orderSides(deps.catalogue, order);
  const offer = firstExchange(requote);
  const offered = offer === undefined ? t('offer_none') : money(offer.outcomeAmount, outcome, locale);
  const arrived = { label: t('line.arrived', { system: income.name[locale] }), value: money(requote.receivedAmount, income, locale) };
  return [
    ...(requote.receivedAmount > 0n ? [arrived] : []),
    { label: t('line.offered', { system: outcome.name[locale] }), value: offered },
  ];
}

const isRefund = (status: OrderStatus): boolean => status === 'refund_pending' || status === 'refunded';

/** What happens when nobody chooses. */
const unansweredOf = (order: Order): string =>
  order.requote?.options[0]?.choice === 'as_agreed'
    ? 'unanswered_as_agreed'
    : order.hasRefundDestination
      ? 'unanswered'
      : 'unanswered_unknown';

/** What came beyond an order that is done: it was returned, it goes back, or where nobody knows where to its owner is asked. */
function surplusWords({ order, status }: OrderNews, t: Words, params: Record<string, string>): string[] {
  if (!isFinal(status)) return [];
  const returned = order.surplusReturned > 0n ? [t('status.completed.lead_surplus_returned', params)] : [];
  if (surplusOf(order) === 0n) return returned;
  return [...returned, t(order.hasRefundDestination ? 'status.completed.lead_surplus' : 'status.completed.lead_surplus_unknown', params)];
}

/** Endings that the words of their state are about. */
const SAID_BY_STATUS: readonly Ending[] = ['unpaid', 'cancelled_by_customer', 'declined', 'rejected'];

/** Where people look for the money or send it, and where it ended for a cause of its own, a state has words of its own: what they have not done yet is no news. */
function wordsOf({ catalogue, rails }: SumDeps, { order, status, promise }: OrderNews): string {
  const { income } = orderSides(catalogue, order);
  const isSeenByPeople = rails.get(income.rail)?.capabilities.peopleReport === true;
  const isByPeople = (status === 'payout_sent' && promise.paidByPeople) || (status === 'payment_claimed' && isSeenByPeople);
  if (isByPeople) return `${status}_by_people`;
  const ending = order.status === status ? endingOf(order) : null;
  return ending === null || SAID_BY_STATUS.includes(ending) ? status : `ended_${ending}`;
}

/** What happens next; where one state has several stories, the one of this order. */
function leadOf(deps: LetterDeps, news: OrderNews, t: Words): string {
  const { order, status, offer } = news;
  const params = {
    ...sumsOf(deps, news, order.locale),
    reason: reasonText(deps, order.reason, order.locale) ?? '',
  };
  if (status === 'awaiting_payment' && offer !== undefined && offer.kind !== 'requisites')
    return t('status.awaiting_payment.lead_page', params);
  if (status === 'refund_pending' && !order.hasRefundDestination) return t('status.refund_pending.lead_unknown', params);
  if (status !== 'requote') return [t(`status.${wordsOf(deps, news)}.lead`, params), ...surplusWords(news, t, params)].join(' ');
  const deadline = t(`status.requote.${unansweredOf(order)}`);
  const unanswered = order.creditedAmount > 0n ? [deadline] : [];
  const why = order.requote === null ? [] : [t(`status.requote.reason_${order.requote.reason}`)];
  return [...why, t('status.requote.lead'), ...unanswered].join(' ');
}

/** Sums of an order as they are written in subjects and headings. */
function sumsOf(deps: SumDeps, news: OrderNews, locale: Locale): Record<string, string> {
  const { order, offer } = news;
  const { income } = orderSides(deps.catalogue, order);
  return {
    // What is to be sent may differ by kopecks, which tell the order from others on the same requisites
    given: money(asksToPay(news) && offer !== undefined ? offer.amount : order.incomeAmount, income, locale),
    got: gotOf(deps, order, locale),
    received: money(order.receivedAmount, income, locale),
    returned: money(refundOf(order), income, locale),
    surplus: money(surplusOf(order), income, locale),
    surplus_returned: money(order.surplusReturned, income, locale),
  };
}

/** What happened and how much of it, in a few words: the heading of a letter, a line of a merged one. */
export const headingOf = (deps: SumDeps, news: OrderNews, locale: Locale): string =>
  deps.t(
    locale,
    surplusOf(news.order) > 0n && isFinal(news.status)
      ? 'order_letters.surplus.heading'
      : `order_letters.status.${wordsOf(deps, news)}.heading`,
    sumsOf(deps, news, locale),
  );

/** A mail about one state of an order: all its parameters, what happens next, and the secret link (contract: every change of state). */
export function orderLetter(deps: LetterDeps, news: OrderNews): Story['letter'] {
  const { order, status } = news;
  const { locale } = order;
  const t: Words = (key, params = {}) => deps.t(locale, `order_letters.${key}`, params);
  return {
    subject: t('subject', { heading: headingOf(deps, news, locale), id: order.id }),
    heading: headingOf(deps, news, locale),
    lead: [leadOf(deps, news, t), ...(news.promise.awaitsApproval ? [deps.t(locale, 'order.needs_review')] : [])].join(' '),
    warning: warningOf(deps, news),
    lines: [
      ...payLines(deps, news),
      ...choiceLines(deps, news, t),
      { label: t('line.order'), value: order.id },
      ...(isRefund(status) ? refundLines(deps, news, t) : exchangeLines(deps, news, t)),
      ...timeLines(deps, news),
      momentLine(deps, order, 'order_letters.line.created', order.createdAt),
      ...(status === 'awaiting_payment' && order.expiresAt !== null
        ? [momentLine(deps, order, 'order_letters.line.pay_before', order.expiresAt)]
        : []),
    ],
    button: { label: t('open'), url: orderLinkOf(deps, order) },
  };
}
