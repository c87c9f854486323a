import { formatDateTime } from '#core/format/moment.ts';
import { customerActions } from '#core/order/actions.ts';
import type { Order, RequoteOption } from '#core/order/order.ts';
import { requoteFactOf } from '#core/order/requote-options.ts';
import { toRfc3339 } from '#core/time.ts';
import { moneyText, orderSides } from '#server/orders/order-sides.ts';
import { toleranceOf } from '#server/orders/payment-terms.ts';
import type { EmailEntry } from '#server/mails/email.ts';
import { type EmailDeps, type OrderNews, type Translate } from './order-news.ts';

/** The amounts of one choice, and how long they are valid where that differs from the choice itself. */
function choiceEntry(deps: EmailDeps, order: Order, option: RequoteOption): EmailEntry {
  const { locale } = order;
  const { income, outcome } = orderSides(deps.catalogue, order);
  const t: Translate = (key, params = {}) => deps.t(locale, `order_letters.choice.${key}`, params);
  const missing = option.choice === 'top_up' ? [t('pay_more', { amount: moneyText(option.missingAmount, income, locale) })] : [];
  const outcomeParts = option.choice === 'refund' ? [] : [t('get', { amount: moneyText(option.outcomeAmount, outcome, locale) })];
  const refundParts = option.refundAmount === 0n ? [] : [t('back', { amount: moneyText(option.refundAmount, income, locale) })];
  const expiresEarlier = option.expiresAt !== order.expiresAt && option.choice !== 'refund';
  const at = deps.t(locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(option.expiresAt), locale) });
  const validity = !expiresEarlier ? [] : option.expiresAt === order.rateLockedUntil ? [t('until', { at })] : [t('renewed')];
  return {
    label: deps.t(locale, `order.requote.choice_${option.choice}`),
    value: [...missing, ...outcomeParts, ...refundParts, ...validity].join(', '),
  };
}

/** What arrived and all choices on the page, while the choice is open. */
export function choiceEntries(deps: EmailDeps, { order, status }: OrderNews, t: Translate): EmailEntry[] {
  const { requote, locale } = order;
  if (status !== 'requote' || requote === null) return [];
  const { income } = orderSides(deps.catalogue, order);
  const receivedEntry = {
    label: t('line.arrived', { system: income.name[locale] }),
    value: moneyText(requote.receivedAmount, income, locale),
  };
  const canRefund = customerActions(order).includes('request_refund');
  const offered = requote.options.filter(({ choice }) => choice !== 'refund' || canRefund);
  return [...(requote.receivedAmount > 0n ? [receivedEntry] : []), ...offered.map((option) => choiceEntry(deps, order, option))];
}

/** Locale key of what happens without a choice. */
const unansweredKey = (order: Order): string =>
  order.requote?.options[0]?.choice === 'as_agreed'
    ? 'unanswered_as_agreed'
    : order.hasRefundDestination
      ? 'unanswered'
      : 'unanswered_unknown';

/** Why there is a choice, until when, and what happens without one. */
export function choiceLead(deps: EmailDeps, { order }: OrderNews, t: Translate): string {
  const { locale, requote, expiresAt } = order;
  const { income } = orderSides(deps.catalogue, order);
  const fact = requoteFactOf(order, toleranceOf(deps, order));
  const params = {
    received: moneyText(requote?.receivedAmount ?? 0n, income, locale),
    income: moneyText(order.askedAmount, income, locale),
  };
  const factText = deps.t(locale, `order.requote.fact_${fact}`, params);
  const at = expiresAt === null ? null : deps.t(locale, 'order_letters.moscow', { at: formatDateTime(toRfc3339(expiresAt), locale) });
  const unanswered = order.creditedAmount > 0n && at !== null ? [t(`status.requote.${unansweredKey(order)}`, { at })] : [];
  return [`${factText}.`, t('status.requote.lead'), ...unanswered].join(' ');
}
