import { fractionFromDecimal, invert, toSignificant } from '#core/money/fraction.ts';
import type { Locale } from '#core/locale.ts';
import { currencySign, formatDecimal, trimRate } from './amount.ts';

const RATE_DIGITS = 9;

/**
 * A rate in the direction it reads well in: `1 USDT = 84 RUB` rather than `1 RUB = 0.0119 USDT`. `like`: another rate of the pair, whose
 * direction it is told in where both stand side by side.
 */
export function readableRate(text: string, like = text): { readonly text: string; readonly isInverse: boolean } {
  const rate = like.startsWith('0.0') ? fractionFromDecimal(text) : undefined;
  return rate === undefined || rate.num === 0n
    ? { text, isInverse: false }
    : { text: toSignificant(invert(rate), RATE_DIGITS), isInverse: true };
}

/** The rate of an exchange as a line: `rate` is outcome per one income as decimal text; the same on the site, in mails and on receipts. */
export function formatRate(
  rate: string,
  pair: { readonly income: string; readonly outcome: string },
  locale: Locale,
  like?: string,
): string {
  const shown = readableRate(rate, like);
  const [one, other] = shown.isInverse ? [pair.outcome, pair.income] : [pair.income, pair.outcome];
  return `1 ${currencySign(one, locale)} = ${formatDecimal(trimRate(shown.text), { locale })} ${currencySign(other, locale)}`;
}
