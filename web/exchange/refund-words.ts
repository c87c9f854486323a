import type { RefundTerms } from '#contract/rate-calculations.ts';
import { formatMoney, formatPercent, type Priced } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';

type T = (key: string, params?: Record<string, string>) => string;

/** What may be kept of a refund, in the words of whoever pays: "1 % + 50 ₽, but no more than 50 % of what came". */
export function refundWords(
  terms: NonNullable<RefundTerms>,
  said: { readonly income: Priced; readonly locale: Locale; readonly t: T },
): string {
  const { income, locale, t } = said;
  const share = (text: string): string => formatPercent(text, locale).replace(/^\+/, '');
  const parts = [
    ...(/[1-9]/.test(terms.percent) ? [share(terms.percent)] : []),
    ...(/[1-9]/.test(terms.fixed) ? [formatMoney(terms.fixed, income, locale)] : []),
    ...(terms.network ? [t('shell.refund.network')] : []),
  ];
  return t('shell.refund.kept', { kept: parts.join(' + '), cap: share(terms.cap_percent) });
}
