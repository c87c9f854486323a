import { orderNumber } from '#core/order/number.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { endingOf } from '#core/order/ending.ts';
import { isEstimated } from '#core/order/estimate.ts';
import type { Order } from '#core/order/order.ts';
import { BEFORE_PAYMENT, PROMISED_STATUSES } from '#core/order/promise.ts';
import { type OrderMessage, orderMessage } from '#core/order/order-message.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { surplusOf, surplusReturnState } from '#core/order/surplus.ts';
import type { Locale } from '#core/locale.ts';
import { toRfc3339, type Instant } from '#core/time.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { moneyText, orderRateOf, orderSides } from '#server/orders/order-sides.ts';
import { networkNotice, offerEntries, payersFieldsOf, valueEntries } from '#server/orders/readable-requisites.ts';
import { reasonText } from '#server/orders/customer/shared-attributes.ts';
import { estimateNow } from '#server/orders/payment-terms.ts';
import type { EmailEntry } from '#server/mails/email.ts';
import type { EmailContent } from '#server/mails/email-kind.ts';
import { type EmailDeps, type OrderNews, type SumDeps, type Translate } from './order-news.ts';
import { choiceEntries, choiceLead } from './requote-parts.ts';

/** Digits for formatting, which shows fewer */
const RATE_DIGITS = 12;

/** The outcome amount; for a floating rate an estimate at the time of writing, labelled as one. */
function outcomeText(deps: SumDeps, order: Order, locale: Locale): string {
  const { outcome } = orderSides(deps.catalogue, order);
  const amount = moneyText(estimateNow(deps, order)?.outcomeAmount ?? order.outcomeAmount, outcome, locale);
  return isEstimated(order) ? deps.t(locale, 'order.about', { amount }) : amount;
}

const asksToPay = ({ status, offer }: OrderNews): boolean => status === 'awaiting_payment' && offer !== undefined;

/** Pay-to requisites while the customer should pay, in groups and with the network, as on the page (R56). */
function payEntries(deps: EmailDeps, news: OrderNews): EmailEntry[] {
  const { order, offer } = news;
  if (!asksToPay(news) || offer === undefined) return [];
  const { income } = orderSides(deps.catalogue, order);
  const t = (key: string) => deps.t(order.locale, key);
  const { network } = networkNotice(deps, income, order.locale);
  return [
    { label: t('order_letters.line.pay_amount'), value: moneyText(offer.amount, income, order.locale) },
    ...(network === null ? [] : [{ label: t('order_letters.line.network'), value: network }]),
    ...offerEntries(deps, offer, order.locale),
    ...(offer.memo === null ? [] : [{ label: t('requisites.memo'), value: offer.memo }]),
  ];
}

/** Warnings about another network or a missing memo, next to the address. */
function networkWarning(deps: EmailDeps, news: OrderNews): string | undefined {
  if (!asksToPay(news) || news.offer?.kind !== 'requisites') return undefined;
  const { locale } = news.order;
  const { income } = orderSides(deps.catalogue, news.order);
  const memo = news.offer.memo === null ? null : deps.t(locale, 'order.memo_warning');
  const warnings = [networkNotice(deps, income, locale).warning, memo].filter((warning) => warning !== null);
  return warnings.length === 0 ? undefined : warnings.join(' ');
}

const timeEntry = (deps: EmailDeps, order: Order, label: string, at: Instant): EmailEntry => ({
  label: deps.t(order.locale, label),
  value: deps.t(order.locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(at), order.locale) }),
});

/** Whether operators, not a provider, find the payment. */
const isDetectedByPeople = ({ catalogue, rails }: SumDeps, order: Order): boolean =>
  rails.get(orderSides(catalogue, order).income.rail)?.capabilities.isManual === true;

/** The promised duration, in the words of the site. */
const promisedText = ({ t }: Pick<EmailDeps, 't'>, locale: Locale, { minutes }: OrderNews['promise']): string =>
  t(locale, 'shell.time.up_to', { count: minutes.promised });

/** When the money will arrive, as on the order's page: minutes after the payment, later a time. */
function timeEntries(deps: EmailDeps, { order, status, promise, requisitesPromisedAt }: OrderNews): EmailEntry[] {
  const { locale } = order;
  const { payout } = promise;
  const decision = status === 'compliance_hold' ? order.expiresAt : promise.review?.why === 'check' ? promise.reviewUntil : null;
  if (decision !== null) return [timeEntry(deps, order, 'order_letters.line.decided_before', decision)];
  if (status === 'awaiting_requisites' && requisitesPromisedAt !== null)
    return [timeEntry(deps, order, 'order_letters.line.requisites_before', requisitesPromisedAt)];
  if (BEFORE_PAYMENT.includes(status)) {
    const label = deps.t(locale, isDetectedByPeople(deps, order) ? 'order.minutes_once_found' : 'order.minutes_promised');
    return [{ label, value: promisedText(deps, locale, promise) }];
  }
  const label = status === 'payout_failed' && promise.destinationRequest === null ? 'decided_before' : 'payout_before';
  return PROMISED_STATUSES.includes(status) && payout !== null ? [timeEntry(deps, order, `order_letters.line.${label}`, payout.at)] : [];
}

/** What is exchanged for what, at which rate, to where. */
function exchangeEntries(deps: EmailDeps, { order, destination }: OrderNews, t: Translate): EmailEntry[] {
  const { locale } = order;
  const { income, outcome } = orderSides(deps.catalogue, order);
  const estimate = estimateNow(deps, order);
  const rate = toSignificant(estimate?.rate ?? orderRateOf(deps.catalogue, order), RATE_DIGITS);
  const isFloating = isEstimated(order);
  return [
    { label: t('line.given', { system: income.name[locale] }), value: moneyText(order.incomeAmount, income, locale) },
    { label: t(isFloating ? 'line.got_estimate' : 'line.got', { system: outcome.name[locale] }), value: outcomeText(deps, order, locale) },
    ...valueEntries(outcome.outcomeFields, destination, locale),
    {
      label: t(isFloating ? 'line.rate_now' : 'line.rate'),
      value: formatRate(rate, { income: income.currency, outcome: outcome.currency }, locale),
    },
    ...(isFloating ? [{ label: t('line.rate_fixed_when'), value: deps.t(locale, 'order.rate_fixed_how') }] : []),
    ...(order.outcomeTxHash === null ? [] : [{ label: t('line.outcome_tx'), value: order.outcomeTxHash }]),
  ];
}

/** What is refunded, and where to. */
function refundEntries(deps: EmailDeps, { order, refundDestination }: OrderNews, t: Translate): EmailEntry[] {
  const { locale } = order;
  const { income } = orderSides(deps.catalogue, order);
  return [
    { label: t('line.refund', { system: income.name[locale] }), value: moneyText(refundOf(order), income, locale) },
    ...(order.refundFee === 0n ? [] : [{ label: t('line.refund_fee'), value: moneyText(order.refundFee, income, locale) }]),
    ...valueEntries(payersFieldsOf(income), refundDestination, locale),
    ...(order.outcomeTxHash === null ? [] : [{ label: t('line.refund_tx'), value: order.outcomeTxHash }]),
  ];
}

const isRefund = (status: OrderStatus): boolean => status === 'refund_pending' || status === 'refunded';

/** Sentences about surplus money: returned, being returned, under review, or waiting for a destination. */
function surplusSentences({ order, isSurplusQueued }: OrderNews, t: Translate, params: Record<string, string>): string[] {
  const returned = order.surplusReturned > 0n ? [t('surplus.was_returned', params)] : [];
  const plan = surplusReturnState(order, isSurplusQueued);
  return plan === null ? returned : [...returned, t(`surplus.${plan}`, params)];
}

/** The message that the order's page shows; for a state that has passed, only what holds for that state. */
const messageOf = ({ order, status, promise, before, areRequisitesTaken }: OrderNews): OrderMessage =>
  orderMessage({
    status,
    destinationRequest: promise.destinationRequest,
    isPaidByPeople: promise.paidByPeople,
    reviewReason: promise.review?.why ?? null,
    before: order.status === status ? before : null,
    areRequisitesTaken,
    ending: order.status === status ? endingOf(order) : null,
  });

/** Locale keys of stories whose texts are under another name. */
const MESSAGE_KEYS: Readonly<Partial<Record<OrderMessage, string>>> = {
  payout_pending: 'paid',
  with_people: 'payout_sent_by_people',
  cancelled_by_customer: 'cancelled',
  card_not_shown: 'ended_card_not_shown',
  card_not_checked: 'ended_card_not_checked',
  card_not_shown_again: 'ended_card_not_shown_again',
  called_off: 'ended_called_off',
  no_requisites: 'ended_no_requisites',
  card_rate_moved: 'ended_card_rate_moved',
  card_refused: 'ended_card_refused',
};

function messageKey(deps: SumDeps, news: OrderNews): string {
  const message = messageOf(news);
  const isDetectedManually = (message === 'awaiting_payment' || message === 'payment_claimed') && isDetectedByPeople(deps, news.order);
  return isDetectedManually ? `${message}_by_people` : (MESSAGE_KEYS[message] ?? message);
}

/** The lead sentence: what happens next in this order's message. */
function leadText(deps: EmailDeps, news: OrderNews, t: Translate): string {
  const { order, status, offer } = news;
  if (status === 'requote') return choiceLead(deps, news, t);
  const params = {
    ...amountParams(deps, news, order.locale),
    reason: reasonText(deps, order.reason, order.locale) ?? '',
  };
  if (status === 'awaiting_payment' && offer !== undefined && offer.kind !== 'requisites')
    return t('status.awaiting_payment.lead_page', params);
  const surplus = surplusSentences(news, t, params);
  if (status === 'refund_pending' && !order.hasRefundDestination)
    return [t('status.refund_pending.lead_unknown', params), ...surplus].join(' ');
  const hasDestination = status === 'refunded' && Object.keys(news.refundDestination).length > 0;
  const lead = t(`status.${messageKey(deps, news)}.lead${hasDestination ? '_named' : ''}`, params);
  const peopleNote = asksToPay(news) && isDetectedByPeople(deps, order) ? [deps.t(order.locale, 'order.people_receive')] : [];
  return [lead, ...peopleNote, ...surplus].join(' ');
}

/** Formatted amounts, as message parameters. */
function amountParams(deps: SumDeps, news: OrderNews, locale: Locale): Record<string, string> {
  const { order, offer } = news;
  const { income } = orderSides(deps.catalogue, order);
  return {
    // The amount to pay may differ by kopecks that identify the order on shared requisites
    given: moneyText(asksToPay(news) && offer !== undefined ? offer.amount : order.incomeAmount, income, locale),
    got: outcomeText(deps, order, locale),
    received: moneyText((order.status === 'requote' ? order.requote?.receivedAmount : undefined) ?? order.receivedAmount, income, locale),
    returned: moneyText(refundOf(order), income, locale),
    surplus: moneyText(surplusOf(order), income, locale),
    surplus_returned: moneyText(order.surplusReturned, income, locale),
  };
}

/** What happened, with the amount: the heading of an e-mail and the entry in a merged one. */
export const emailHeading = (deps: SumDeps, news: OrderNews, locale: Locale): string =>
  deps.t(
    locale,
    surplusOf(news.order) > 0n && isFinal(news.status)
      ? 'order_letters.surplus.heading'
      : `order_letters.status.${messageKey(deps, news)}.heading`,
    amountParams(deps, news, locale),
  );

/** The e-mail about one state of an order: its data, what happens next and the secret link (contract: every change of state). */
export function orderEmail(deps: EmailDeps, news: OrderNews): EmailContent['email'] {
  const { order, status } = news;
  const { locale } = order;
  const t: Translate = (key, params = {}) => deps.t(locale, `order_letters.${key}`, params);
  return {
    subject: t('subject', { heading: emailHeading(deps, news, locale), id: orderNumber(order.id) }),
    heading: emailHeading(deps, news, locale),
    lead: [
      leadText(deps, news, t),
      ...(news.promise.awaitsApproval ? [deps.t(locale, 'order.needs_review', { time: promisedText(deps, locale, news.promise) })] : []),
    ].join(' '),
    warning: networkWarning(deps, news),
    lines: [
      ...payEntries(deps, news),
      ...choiceEntries(deps, news, t),
      { label: t('line.order'), value: orderNumber(order.id) },
      ...(isRefund(status) ? refundEntries(deps, news, t) : exchangeEntries(deps, news, t)),
      ...timeEntries(deps, news),
      timeEntry(deps, order, 'order_letters.line.created', order.createdAt),
      ...(status === 'awaiting_payment' && order.expiresAt !== null
        ? [timeEntry(deps, order, 'order_letters.line.pay_before', order.expiresAt)]
        : []),
    ],
    button: { label: t('open'), url: orderLinkOf(deps, order) },
  };
}
