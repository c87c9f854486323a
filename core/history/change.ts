import { divide, type Fraction } from '#core/money/fraction.ts';

/** Hundredths of a per cent in one. */
const HUNDREDTHS = 10_000n;

/** Relative change of a price in per cent with two decimals (`-1.25`, `0.00`), rounded to nearest. `before` is positive. */
export function changePercent(now: Fraction, before: Fraction): string {
  const { num, den } = divide(now, before);
  const difference = num - den;
  const size = ((difference < 0n ? -difference : difference) * HUNDREDTHS * 2n + den) / (den * 2n);
  const text = size.toString().padStart(3, '0');
  return `${difference < 0n && size > 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}
