import type { Fraction } from '#core/money/fraction.ts';

const DECIMALS = 4;
const SHOWN_DECIMALS = 2;

/**
 * Deviation of a rate from the market's, per cent with sign and two to four decimals (`-1.25`); rounded down, never in our favour. `reference` is
 * positive.
 */
export function deviationPercent(rate: Fraction, reference: Fraction): string {
  const num = (rate.num * reference.den - rate.den * reference.num) * 100n * 10n ** BigInt(DECIMALS);
  const den = rate.den * reference.num;
  const floored = num >= 0n || num % den === 0n ? num / den : num / den - 1n;
  const digits = (floored < 0n ? -floored : floored).toString().padStart(DECIMALS + 1, '0');
  const whole = digits.slice(0, -DECIMALS);
  const fraction = digits
    .slice(-DECIMALS)
    .replace(/0{1,2}$/, '')
    .padEnd(SHOWN_DECIMALS, '0');
  return `${floored < 0n ? '-' : ''}${whole}.${fraction}`;
}
