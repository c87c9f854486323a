import { orderNumber } from '#core/order/number.ts';
import { formatFullDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import type { Locale } from '#core/locale.ts';
import { toSignificant } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE, rateOf, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { moneyText, orderRateOf, orderSides } from '#server/orders/order-sides.ts';
import { networkNotice, valueEntries } from '#server/orders/readable-requisites.ts';
import type { ReceiptText } from './render-receipt.ts';

const PURPOSE = 'receipt';

/** The signature of a receipt. The page it opens shows the true amounts, so a changed PDF is detected. */
export const receiptCodeOf = (deps: Pick<Deps, 'secrets'>, orderId: string): string => deps.secrets.sign(PURPOSE, orderId);

export const isReceiptCode = (deps: Pick<Deps, 'secrets'>, orderId: string, code: string): boolean =>
  deps.secrets.verifyLongLived(PURPOSE, orderId, code);

/** The order's page without its token, since receipts are shown to others. */
const orderPageOf = (deps: Pick<Deps, 'settings'>, order: { readonly id: string; readonly locale: 'ru' | 'en' }): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/order/${order.id}`;

/** The page that the QR code opens. */
const receiptUrlOf = (deps: Pick<Deps, 'secrets' | 'settings'>, order: { readonly id: string; readonly locale: 'ru' | 'en' }): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/receipt/verify/${order.id}?c=${receiptCodeOf(deps, order.id)}`;

type TextDeps = Pick<Deps, 'catalogue' | 'secrets' | 'settings' | 't'>;

const DOLLARS = { scale: PURSE_SCALE, precision: PURSE_SCALE, currency: PURSE_ASSET } as const;

/** Digits for formatting, which shows fewer. */
const RATE_DIGITS = 12;

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
    subtitle: t('subtitle', { id: orderNumber(order.id) }),
    lines: [
      { label: t('given', { system: income.name[locale] }), value: moneyText(order.incomeAmount, income, locale), strong: true },
      { label: t('got', { system: outcome.name[locale] }), value: moneyText(order.outcomeAmount, outcome, locale), strong: true },
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

/** Texts and amounts of a completed withdrawal's receipt, in the reader's language. */
export function withdrawalReceiptText(
  deps: TextDeps,
  withdrawal: Withdrawal,
  { locale, destination }: { readonly locale: Locale; readonly destination: RequisiteValues },
): ReceiptText {
  const t = (key: string, params: Record<string, string> = {}) => deps.t(locale, `receipt.${key}`, params);
  const at = (moment: Instant) => t('moscow', { at: formatFullDateTime(toRfc3339(moment), locale) });
  const { id, purse, purseAmount, outcomeCode, outcomeAmount, txHash, createdAt, statusChangedAt } = withdrawal;
  const system = deps.catalogue.paymentSystem(outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${outcomeCode}`);
  const rate = toSignificant(rateOf(purseAmount, outcomeAmount, system.scale), RATE_DIGITS);
  const { network } = networkNotice(deps, system, locale);
  return {
    title: t('title'),
    subtitle: t('withdrawal.subtitle', { id: orderNumber(id) }),
    lines: [
      { label: t(`withdrawal.from.${purse}`), value: moneyText(purseAmount, DOLLARS, locale), strong: true },
      {
        label: t('got', { system: system.name[locale] }),
        value: moneyText(outcomeAmount, system, locale),
        strong: true,
      },
      { label: t('rate'), value: formatRate(rate, { income: PURSE_ASSET, outcome: system.currency }, locale) },
      ...(network === null ? [] : [{ label: t('network'), value: network }]),
      ...valueEntries(system.outcomeFields, destination, locale).map(({ label, groups }) => ({ label, value: groups.join(' ') })),
      ...(txHash === null ? [] : [{ label: t('outcome_tx'), value: txHash }]),
      { label: t('withdrawal.created'), value: at(createdAt) },
      { label: t('withdrawal.completed'), value: at(statusChangedAt) },
    ],
    verify: t('verify'),
    verifyUrl: receiptUrlOf(deps, { id, locale }),
    footer: t(deps.settings.mode === 'demo' ? 'demo' : 'withdrawal.thanks'),
    createdAt: new Date(statusChangedAt),
  };
}
