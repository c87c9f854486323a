import type { Locale } from '#core/locale.ts';
import { formatMoney, type Priced } from './amount.ts';

/** Significant digits of a reserve or limit. */
const DIGITS = 3n;

/** A decimal text rounded to `DIGITS` in one direction. */
function rounded(text: string, direction: 'up' | 'down'): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return text;
  const [, whole = '', fraction = ''] = match;
  const value = BigInt(whole + fraction);
  const dropped = BigInt(String(value).length) - DIGITS;
  const unit = dropped > 0n ? 10n ** dropped : 1n;
  const result = (direction === 'up' ? (value + unit - 1n) / unit : value / unit) * unit;
  const digits = String(result).padStart(fraction.length + 1, '0');
  const decimals = digits.slice(digits.length - fraction.length).replace(/0+$/, '');
  const integer = digits.slice(0, digits.length - fraction.length);
  return decimals === '' ? integer : `${integer}.${decimals}`;
}

/** An available or maximum amount, decimal text, never rounded up. */
export const atMost = (amount: string): string => rounded(amount, 'down');

/** A minimum amount, decimal text, never rounded down. */
export const atLeast = (amount: string): string => rounded(amount, 'up');

/** Limits, decimal texts, rounded inwards; exact where rounding would leave no amount between them. */
export function limitsBetween(min: string, max: string): readonly [string, string] {
  const [low, high] = [atLeast(min), atMost(max)];
  return Number(low) <= Number(high) ? [low, high] : [min, max];
}

export const formatAtMost = (amount: string, priced: Priced, locale: Locale): string => formatMoney(atMost(amount), priced, locale);

export const formatAtLeast = (amount: string, priced: Priced, locale: Locale): string => formatMoney(atLeast(amount), priced, locale);
