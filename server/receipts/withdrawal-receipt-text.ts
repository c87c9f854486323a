import { formatMoney } from '#core/format/amount.ts';
import { formatFullDateTime } from '#core/format/moment.ts';
import { formatRate } from '#core/format/rate.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toSignificant } from '#core/money/fraction.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE, rateOf, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { networkNotice, valueEntries } from '#server/orders/readable-requisites.ts';
import { receiptUrlOf } from './receipt-code.ts';
import { RATE_DIGITS } from './receipt-text.ts';
import type { ReceiptText } from './render-receipt.ts';

type TextDeps = Pick<Deps, 'catalogue' | 'secrets' | 'settings' | 't'>;

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
  const dollars = { currency_iso_code: PURSE_ASSET, precision: PURSE_SCALE };
  const format = { currency_iso_code: system.currency, precision: system.precision };
  const rate = toSignificant(rateOf(purseAmount, outcomeAmount, system.scale), RATE_DIGITS);
  const { network } = networkNotice(deps, system, locale);
  return {
    title: t('title'),
    subtitle: t('withdrawal.subtitle', { id }),
    lines: [
      { label: t(`withdrawal.from.${purse}`), value: formatMoney(formatAmount(purseAmount, PURSE_SCALE), dollars, locale), strong: true },
      {
        label: t('got', { system: system.name[locale] }),
        value: formatMoney(formatAmount(outcomeAmount, system.scale), format, locale),
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
