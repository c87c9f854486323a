import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';

/** The rate of the smallest amounts of a direction, without fixed fees. */
export function firstRateOf({ bands }: DirectionPrice): Fraction {
  const { digits, decimals } = bands[0].rate;
  return { num: digits, den: pow10(decimals) };
}
