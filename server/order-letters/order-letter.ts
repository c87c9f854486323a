import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { customerActions } from '#core/order/actions.ts';
import { endingOf } from '#core/order/ending.ts';
import { isEstimated } from '#core/order/estimate.ts';
import type { Order, RequoteOption } from '#core/order/order.ts';
import { BEFORE_MONEY, PROMISED_STATUSES } from '#core/order/promise.ts';
import { requoteFactOf } from '#core/order/requote-fact.ts';
import { type Story, storyOf } from '#core/order/story.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { surplusOf, surplusReturnOf } from '#core/order/surplus.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { toRfc3339, type Instant } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { networkNotice, offerLines, payersFieldsOf, valueLines } from '#server/orders/readable-requisites.ts';
import type { OrderPromise } from '#server/orders/customer/payout-promise.ts';
import { toleranceOf } from '#server/orders/payment-terms.ts';
import { reasonText } from '#server/orders/customer/reason-text.ts';
import { orderRateOf } from '#server/orders/order-rate.ts';
import { estimateNow } from '#server/orders/present-estimate.ts';
import type { LetterLine } from '#server/mails/letter.ts';
import type { Story as MailStory } from '#server/mails/letter-kind.ts';

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
  /** The state before the present one. */
  readonly before: OrderStatus | null;
  /** All that it could be paid to are other orders' now, and by when some will be free. */
  readonly areRequisitesTaken: boolean;
  readonly requisitesPromisedAt: Instant | null;
  /** A return of what came beyond it is decided and not over. */
  readonly isSurplusQueued: boolean;
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

/** People and no machine find its payment. */
const isSeenByPeople = ({ catalogue, rails }: SumDeps, order: Order): boolean =>
  rails.get(orderSides(catalogue, order).income.rail)?.capabilities.peopleReport === true;

/** When the money will be there, in the words of the order's page: how long after the payment, and once that is here, by when. */
function timeLines(deps: LetterDeps, { order, status, promise, requisitesPromisedAt }: OrderNews): Line[] {
  const { locale } = order;
  const { minutes, payout } = promise;
  const decision = status === 'compliance_hold' ? order.expiresAt : promise.review?.why === 'check' ? promise.lookUntil : null;
  if (decision !== null) return [momentLine(deps, order, 'order_letters.line.decided_before', decision)];
  if (status === 'awaiting_requisites' && requisitesPromisedAt !== null)
    return [momentLine(deps, order, 'order_letters.line.requisites_before', requisitesPromisedAt)];
  if (BEFORE_MONEY.includes(status)) {
    const count = minutes.promised;
    const label = deps.t(locale, isSeenByPeople(deps, order) ? 'order.minutes_once_found' : 'order.minutes_promised');
    return [{ label, value: deps.t(locale, 'order.minutes_at_most', { count }) }];
  }
  const label = status === 'payout_failed' && promise.destinationRequest === null ? 'decided_before' : 'payout_before';
  return PROMISED_STATUSES.includes(status) && payout !== null ? [momentLine(deps, order, `order_letters.line.${label}`, payout.at)] : [];
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

/** What one choice comes to, and until when its numbers hold where that is not as long as the choice itself. */
function choiceLine(deps: LetterDeps, order: Order, option: RequoteOption): Line {
  const { locale } = order;
  const { income, outcome } = orderSides(deps.catalogue, order);
  const t: Words = (key, params = {}) => deps.t(locale, `order_letters.choice.${key}`, params);
  const missing = option.choice === 'top_up' ? [t('pay_more', { amount: money(option.missingAmount, income, locale) })] : [];
  const got = option.choice === 'refund' ? [] : [t('get', { amount: money(option.outcomeAmount, outcome, locale) })];
  const back = option.refundAmount === 0n ? [] : [t('back', { amount: money(option.refundAmount, income, locale) })];
  const isAtPresent = option.expiresAt !== order.expiresAt && option.choice !== 'refund';
  const at = deps.t(locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(option.expiresAt), locale) });
  const bound = !isAtPresent ? [] : option.expiresAt === order.rateLockedUntil ? [t('until', { at })] : [t('renewed')];
  return { label: deps.t(locale, `order.requote.choice_${option.choice}`), value: [...missing, ...got, ...back, ...bound].join(', ') };
}

/** What arrived and every choice that the page offers for it, while the choice is open. */
function choiceLines(deps: LetterDeps, { order, status }: OrderNews, t: Words): Line[] {
  const { requote, locale } = order;
  if (status !== 'requote' || requote === null) return [];
  const { income } = orderSides(deps.catalogue, order);
  const arrived = { label: t('line.arrived', { system: income.name[locale] }), value: money(requote.receivedAmount, income, locale) };
  const canRefund = customerActions(order).includes('request_refund');
  const offered = requote.options.filter(({ choice }) => choice !== 'refund' || canRefund);
  return [...(requote.receivedAmount > 0n ? [arrived] : []), ...offered.map((option) => choiceLine(deps, order, option))];
}

const isRefund = (status: OrderStatus): boolean => status === 'refund_pending' || status === 'refunded';

/** What happens when nobody chooses. */
const unansweredOf = (order: Order): string =>
  order.requote?.options[0]?.choice === 'as_agreed'
    ? 'unanswered_as_agreed'
    : order.hasRefundDestination
      ? 'unanswered'
      : 'unanswered_unknown';

/** What came beyond an order: it was returned, it goes back, a person looks at it, or where nobody knows where to its owner is asked. */
function surplusWords({ order, isSurplusQueued }: OrderNews, t: Words, params: Record<string, string>): string[] {
  const returned = order.surplusReturned > 0n ? [t('surplus.was_returned', params)] : [];
  const plan = surplusReturnOf(order, isSurplusQueued);
  return plan === null ? returned : [...returned, t(`surplus.${plan}`, params)];
}

/** The same story as the page tells. Of a state that was passed since, what is true of it alone. */
const storyOfNews = ({ order, status, promise, before, areRequisitesTaken }: OrderNews): Story =>
  storyOf({
    status,
    destinationRequest: promise.destinationRequest,
    isPaidByPeople: promise.paidByPeople,
    look: promise.review?.why ?? null,
    before: order.status === status ? before : null,
    areRequisitesTaken,
    ending: order.status === status ? endingOf(order) : null,
  });

/** Where the words of a story stand that are not those of its own name. */
const WORDS: Readonly<Partial<Record<Story, string>>> = {
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

function wordsOf(deps: SumDeps, news: OrderNews): string {
  const story = storyOfNews(news);
  const isForPeople = (story === 'awaiting_payment' || story === 'payment_claimed') && isSeenByPeople(deps, news.order);
  return isForPeople ? `${story}_by_people` : (WORDS[story] ?? story);
}

/** What a choice is about, in the page's words; by when it is made, and what happens where it is not. */
function choiceWords(deps: LetterDeps, { order }: OrderNews, t: Words): string {
  const { locale, requote, expiresAt } = order;
  const { income } = orderSides(deps.catalogue, order);
  const fact = requoteFactOf(order, toleranceOf(deps, order));
  const params = { received: money(requote?.receivedAmount ?? 0n, income, locale), income: money(order.askedAmount, income, locale) };
  const said = deps.t(locale, `order.requote.fact_${fact}`, params);
  const at = expiresAt === null ? null : deps.t(locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(expiresAt), locale) });
  const unanswered = order.creditedAmount > 0n && at !== null ? [t(`status.requote.${unansweredOf(order)}`, { at })] : [];
  return [`${said}.`, t('status.requote.lead'), ...unanswered].join(' ');
}

/** What happens next; where one state has several stories, the one of this order. */
function leadOf(deps: LetterDeps, news: OrderNews, t: Words): string {
  const { order, status, offer } = news;
  if (status === 'requote') return choiceWords(deps, news, t);
  const params = {
    ...sumsOf(deps, news, order.locale),
    reason: reasonText(deps, order.reason, order.locale) ?? '',
  };
  if (status === 'awaiting_payment' && offer !== undefined && offer.kind !== 'requisites')
    return t('status.awaiting_payment.lead_page', params);
  if (status === 'refund_pending' && !order.hasRefundDestination) return t('status.refund_pending.lead_unknown', params);
  const isNamed = status === 'refunded' && Object.keys(news.refundDestination).length > 0;
  const lead = t(`status.${wordsOf(deps, news)}.lead${isNamed ? '_named' : ''}`, params);
  const people = asksToPay(news) && isSeenByPeople(deps, order) ? [deps.t(order.locale, 'order.people_receive')] : [];
  return [lead, ...people, ...surplusWords(news, t, params)].join(' ');
}

/** Sums of an order as they are written in subjects and headings. */
function sumsOf(deps: SumDeps, news: OrderNews, locale: Locale): Record<string, string> {
  const { order, offer } = news;
  const { income } = orderSides(deps.catalogue, order);
  return {
    // What is to be sent may differ by kopecks, which tell the order from others on the same requisites
    given: money(asksToPay(news) && offer !== undefined ? offer.amount : order.incomeAmount, income, locale),
    got: gotOf(deps, order, locale),
    received: money((order.status === 'requote' ? order.requote?.receivedAmount : undefined) ?? order.receivedAmount, income, locale),
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
export function orderLetter(deps: LetterDeps, news: OrderNews): MailStory['letter'] {
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
