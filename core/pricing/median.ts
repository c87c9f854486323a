import { pow10 } from '#core/money/decimals.ts';
import { add, compare, fraction, fromPpm, multiply, subtract, type Fraction } from '#core/money/fraction.ts';
import { significantDown } from './plain-decimal.ts';

/** Published prices keep this many significant digits: far finer than any market, and fractions stay short. */
const PRICE_DIGITS = 15;

const distance = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? subtract(a, b) : subtract(b, a));

/** Whether a value is at most `ppm` parts per million of the centre away from it. */
export const isWithin = (value: Fraction, center: Fraction, ppm: number): boolean =>
  compare(distance(value, center), multiply(center, fromPpm(ppm))) <= 0;

/** Middle value, or the mean of the two middle ones; undefined of nothing. */
export function median(values: readonly Fraction[]): Fraction | undefined {
  const sorted = values.toSorted(compare);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!(upper && lower)) return undefined;
  return multiply(add(lower, upper), fraction(1n, 2n));
}

/** A positive price as it is published: at most 15 significant digits, rounded down. */
export function shortPrice(usd: Fraction): Fraction {
  const { digits, decimals } = significantDown(usd.num, usd.den, PRICE_DIGITS);
  return fraction(digits, pow10(decimals));
}
