import { fractionFromDecimal, invert, toSignificant } from '#core/money/fraction.ts';
import type { Locale } from '#core/locale.ts';
import { currencySign, formatRateFigure, showsInverse } from './amount.ts';

const EXACT_DIGITS = 9;

/**
 * A rate (outcome per income, decimal text) in its readable direction: `1 USDT = 84 RUB` rather than `1 RUB = 0.0119 USDT`. `like`: a rate
 * whose direction is used.
 */
export function readableRate(text: string, like = text): { readonly text: string; readonly isInverse: boolean } {
  const rate = showsInverse(like) ? fractionFromDecimal(text) : undefined;
  return rate === undefined || rate.num === 0n
    ? { text, isInverse: false }
    : { text: toSignificant(invert(rate), EXACT_DIGITS), isInverse: true };
}

/** A rate as one line: `rate` is outcome per one income, decimal text; the same on the site, in e-mails and on receipts. */
export function formatRate(
  rate: string,
  pair: { readonly income: string; readonly outcome: string },
  locale: Locale,
  like?: string,
): string {
  const readable = readableRate(rate, like);
  const [from, to] = readable.isInverse ? [pair.outcome, pair.income] : [pair.income, pair.outcome];
  return `1 ${currencySign(from, locale)} = ${formatRateFigure(readable.text, locale)} ${currencySign(to, locale)}`;
}
