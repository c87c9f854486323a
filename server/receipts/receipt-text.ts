import { formatFullDateTime } from '#core/format/moment.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatRate } from '#core/format/rate.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toSignificant } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { orderRateOf, orderSides } from '#server/orders/order-sides.ts';
import { networkNotice, valueEntries } from '#server/orders/readable-requisites.ts';
import { orderPageOf, receiptUrlOf } from './receipt-code.ts';
import type { ReceiptText } from './render-receipt.ts';

type TextDeps = Pick<Deps, 'catalogue' | 'secrets' | 'settings' | 't'>;

/** Digits for formatting, which shows fewer. */
export const RATE_DIGITS = 12;

const money = (minor: bigint, system: PaymentSystem, locale: Locale): string =>
  formatMoney(formatAmount(minor, system.scale), { currency_iso_code: system.currency, precision: system.precision }, locale);

/** Texts and amounts of a completed order's receipt, in the reader's language. */
export function receiptText(
  deps: TextDeps,
  order: Order,
  view: { readonly locale: Locale; readonly destination: RequisiteValues; readonly hasProof: boolean },
): ReceiptText {
  const { locale } = view;
  const t = (key: string, params: Record<string, string> = {}) => deps.t(locale, `receipt.${key}`, params);
  const { income, outcome } = orderSides(deps.catalogue, order);
  const rate = toSignificant(orderRateOf(deps.catalogue, order), RATE_DIGITS);
  const requisites = valueEntries(outcome.outcomeFields, view.destination, locale).map(({ label, groups }) => ({
    label,
    value: groups.join(' '),
  }));
  const { network } = networkNotice(deps, outcome, locale);
  return {
    title: t('title'),
    subtitle: t('subtitle', { id: order.id }),
    lines: [
      { label: t('given', { system: income.name[locale] }), value: money(order.incomeAmount, income, locale), strong: true },
      { label: t('got', { system: outcome.name[locale] }), value: money(order.outcomeAmount, outcome, locale), strong: true },
      {
        label: t(order.rateType === 'floating' ? 'rate_settled' : 'rate'),
        value: formatRate(rate, { income: income.currency, outcome: outcome.currency }, locale),
      },
      ...(network === null ? [] : [{ label: t('network'), value: network }]),
      ...requisites,
      ...(order.incomeTxHash === null ? [] : [{ label: t('income_tx'), value: order.incomeTxHash }]),
      ...(order.outcomeTxHash === null ? [] : [{ label: t('outcome_tx'), value: order.outcomeTxHash }]),
      ...(view.hasProof ? [{ label: t('proof'), value: t('proof_where'), link: orderPageOf(deps, { id: order.id, locale }) }] : []),
      { label: t('created'), value: t('moscow', { at: formatFullDateTime(toRfc3339(order.createdAt), locale) }) },
      { label: t('completed'), value: t('moscow', { at: formatFullDateTime(toRfc3339(order.statusChangedAt), locale) }) },
    ],
    verify: t('verify'),
    verifyUrl: receiptUrlOf(deps, { id: order.id, locale }),
    footer: t(order.quote.isDemo ? 'demo' : 'thanks'),
    createdAt: new Date(order.statusChangedAt),
  };
}
