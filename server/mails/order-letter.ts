import { formatDecimal, formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toSignificant } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { PaymentSystem, Locale } from '#core/payment-system/payment-system.ts';
import { toRfc3339, type Instant } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { reasonText } from '#server/orders/reason-text.ts';
import { orderRateOf } from '#server/orders/order-rate.ts';
import type { Letter } from './letter.ts';

type LetterDeps = Pick<Deps, 'catalogue' | 'secrets' | 'settings' | 't'>;

export interface OrderNews {
  readonly order: Order;
  /** The state the mail tells of; the order may be further already. */
  readonly status: OrderStatus;
  /** Where the customer pays to, while he should; shown as on the page (R56). */
  readonly offer: RequisitesOffer | undefined;
  /** Masked requisites of the side that gets the money. */
  readonly destination: Readonly<Record<string, string>>;
}

type Line = Letter['lines'][number];

const money = (minor: bigint, system: PaymentSystem, locale: Locale): string =>
  formatMoney(formatAmount(minor, system.scale), { currency_iso_code: system.currency, precision: system.precision }, locale);

function destinationLines(system: PaymentSystem, values: Readonly<Record<string, string>>, locale: Locale): Line[] {
  return system.outcomeFields.flatMap((field) => {
    const value = values[field.key];
    return value === undefined ? [] : [{ label: field.label[locale], value }];
  });
}

/** Pay-to lines only while the customer should pay. */
function payLines(deps: LetterDeps, news: OrderNews): Line[] {
  const { order, offer } = news;
  if (news.status !== 'awaiting_payment' || offer === undefined) return [];
  const { income } = orderSides(deps.catalogue, order);
  const t = (key: string) => deps.t(order.locale, key);
  return [
    { label: t('mail.line.pay_amount'), value: money(offer.amount, income, order.locale) },
    ...offer.fields.map((field) => ({ label: t(`requisites.${field.labelKey}`), value: field.value })),
    ...(offer.memo === null ? [] : [{ label: t('requisites.memo'), value: offer.memo }]),
  ];
}

const momentLine = (deps: LetterDeps, order: Order, label: string, at: Instant): Line => ({
  label: deps.t(order.locale, label),
  value: deps.t(order.locale, 'mail.moscow', { at: formatDateTime(toRfc3339(at), order.locale) }),
});

/** A mail about one state of an order: all its parameters, what happens next, and the secret link (contract: every change of state). */
export function orderLetter(deps: LetterDeps, news: OrderNews): Letter {
  const { order, status } = news;
  const { locale } = order;
  const { income, outcome } = orderSides(deps.catalogue, order);
  const t = (key: string, params: Record<string, string> = {}) => deps.t(locale, `mail.${key}`, params);
  const given = money(order.incomeAmount, income, locale);
  const got = money(order.outcomeAmount, outcome, locale);
  const rate = formatDecimal(toSignificant(orderRateOf(deps.catalogue, order), 8), { locale });
  return {
    locale,
    subject: t(`status.${status}.subject`, { id: order.id, given, got }),
    heading: t(`status.${status}.heading`, { given, got }),
    lead: t(`status.${status}.lead`, { given, got, system: outcome.name[locale], reason: reasonText(deps, order.reason, locale) ?? '' }),
    lines: [
      ...payLines(deps, news),
      { label: t('line.order'), value: order.id },
      { label: t('line.given', { system: income.name[locale] }), value: given },
      { label: t('line.got', { system: outcome.name[locale] }), value: got },
      ...destinationLines(outcome, news.destination, locale),
      { label: t('line.rate'), value: `1 ${income.currency} = ${rate} ${outcome.currency}` },
      ...(order.outcomeTxHash === null ? [] : [{ label: t('line.outcome_tx'), value: order.outcomeTxHash }]),
      momentLine(deps, order, 'mail.line.created', order.createdAt),
      ...(status === 'awaiting_payment' && order.expiresAt !== null
        ? [momentLine(deps, order, 'mail.line.pay_before', order.expiresAt)]
        : []),
    ],
    button: { label: t('open'), url: orderLinkOf(deps, order) },
    footer: t(order.quote.isDemo ? 'footer_demo' : 'footer'),
  };
}
