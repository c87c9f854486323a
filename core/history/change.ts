import { divide, type Fraction } from '#core/money/fraction.ts';

/** Hundredths of a per cent in one. */
const HUNDREDTHS = 10_000n;

/** By how much a price has moved, in per cent with two decimals (`-1.25`, `0.00`), rounded to the nearest. `before` is positive. */
export function changePercent(now: Fraction, before: Fraction): string {
  const { num, den } = divide(now, before);
  const moved = num - den;
  const size = ((moved < 0n ? -moved : moved) * HUNDREDTHS * 2n + den) / (den * 2n);
  const text = size.toString().padStart(3, '0');
  return `${moved < 0n && size > 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}
