import { pow10 } from '#core/money/decimals.ts';
import { add, compare, fraction, fromPpm, multiply, subtract, type Fraction } from '#core/money/fraction.ts';
import { significantDown } from './plain-decimal.ts';

/** Significant digits of published prices: finer than any market, while fractions stay short. */
const PRICE_DIGITS = 15;

const distance = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? subtract(a, b) : subtract(b, a));

/** Whether a value differs from the centre by at most `ppm` parts per million of it. */
export const isWithin = (value: Fraction, center: Fraction, ppm: number): boolean =>
  compare(distance(value, center), multiply(center, fromPpm(ppm))) <= 0;

/** The middle value, or the mean of the two middle ones; undefined without values. */
export function median(values: readonly Fraction[]): Fraction | undefined {
  const sorted = values.toSorted(compare);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!(upper && lower)) return undefined;
  return multiply(add(lower, upper), fraction(1n, 2n));
}

/** A positive price with at most 15 significant digits, rounded down. */
export function roundPrice(usd: Fraction): Fraction {
  const { digits, decimals } = significantDown(usd.num, usd.den, PRICE_DIGITS);
  return fraction(digits, pow10(decimals));
}
