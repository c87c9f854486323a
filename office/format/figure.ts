import { formatDecimal, splitAtMark } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { deviationPercent } from '#core/money/percent.ts';

interface Figure {
  /** Sign and grouped whole part. */
  readonly whole: string;
  /** Decimal mark and decimals, empty when there are none. */
  readonly fraction: string;
}

/** A decimal text split at its decimal mark. A plus sign stays; a text that is no number is returned as it is. */
export function figureOf(text: string, locale: Locale): Figure {
  const plus = text.startsWith('+') ? '+' : '';
  const { whole, fraction } = splitAtMark(formatDecimal(text.slice(plus.length), { locale }));
  return { whole: plus + whole, fraction };
}

/** The same as one text, with the currency's code after the number. */
export const money = (text: string, currency: string, locale: Locale): string => `${formatDecimal(text, { locale })}\u00A0${currency}`;

/** A dollar amount with two decimals. */
export function dollars(text: string, locale: Locale): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = ''] = match;
  const roundUp = fraction.charAt(2) >= '5' ? 1n : 0n;
  const cents = String(BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')) + roundUp).padStart(3, '0');
  return money(`${sign}${cents.slice(0, -2)}.${cents.slice(-2)}`, 'USD', locale);
}

/** Difference of a rate to the market price in percent, with sign; null if unknown. Both are decimal texts of the wire. */
export function deviationOf(rate: string, reference: string): string | null {
  const [ours, market] = [fractionFromDecimal(rate), fractionFromDecimal(reference)];
  if (!ours || !market || market.num === 0n) return null;
  return (compare(ours, market) > 0 ? '+' : '') + deviationPercent(ours, market);
}

/** A percentage rounded to hundredths: without it the truncated rate would show a margin of 1.91 % as 1.92 %. */
export function nearestPercent(text: string, locale: Locale): string {
  const size = fractionFromDecimal(text.replace('-', ''));
  if (size === undefined) return text;
  const hundredths = (size.num * 200n + size.den) / (size.den * 2n);
  return formatDecimal(formatAmount(text.startsWith('-') ? -hundredths : hundredths, 2), { locale });
}

/** A whole number as people enter it, with spaces between thousands; undefined: no whole number, or above `max`. */
export function wholeNumber(text: string, max: number): number | undefined {
  const parsed = parseAmount(text, { scale: 0, precision: 0 });
  return parsed.ok && parsed.minor <= BigInt(max) ? Number(parsed.minor) : undefined;
}
