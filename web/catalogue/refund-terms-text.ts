import type { RefundTerms } from '#contract/public/rate-calculations.ts';
import { formatMoney, formatPercent, type Priced } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';

type Translate = (key: string, params?: Record<string, string>) => string;

/** Amount withheld from a refund: "1 % + 50 ₽, at most 50 % of the received amount". */
export function refundTermsText(
  terms: NonNullable<RefundTerms>,
  formatting: { readonly income: Priced; readonly locale: Locale; readonly t: Translate },
): string {
  const { income, locale, t } = formatting;
  const percent = (text: string): string => formatPercent(text, locale).replace(/^\+/, '');
  const parts = [
    ...(/[1-9]/.test(terms.percent) ? [percent(terms.percent)] : []),
    ...(/[1-9]/.test(terms.fixed) ? [formatMoney(terms.fixed, income, locale)] : []),
    ...(terms.network ? [t('shell.refund.network')] : []),
  ];
  return t('shell.refund.kept', { kept: parts.join(' + '), cap: percent(terms.cap_percent) });
}
