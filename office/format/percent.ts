import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { fractionFromDecimal } from '#core/money/fraction.ts';

/** A deviation to the nearest hundredth: the rate itself is cut to its digits, which would make 1.91 % of margin look like 1.92. */
export function nearestPercent(text: string, locale: Locale): string {
  const size = fractionFromDecimal(text.replace('-', ''));
  if (size === undefined) return text;
  const hundredths = (size.num * 200n + size.den) / (size.den * 2n);
  return formatDecimal(formatAmount(text.startsWith('-') ? -hundredths : hundredths, 2), { locale });
}
