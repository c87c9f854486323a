import { absolute, divideDown } from './bigint.ts';
import { divide, type Fraction } from './fraction.ts';

const DEVIATION_DECIMALS = 4;
const MIN_DEVIATION_DECIMALS = 2;

/**
 * Deviation of a rate from a positive market rate in per cent, with sign and two to four decimals (`-1.25`). Rounded down, never in our
 * favour.
 */
export function deviationPercent(rate: Fraction, reference: Fraction): string {
  const num = (rate.num * reference.den - rate.den * reference.num) * 100n * 10n ** BigInt(DEVIATION_DECIMALS);
  const roundedDown = divideDown(num, rate.den * reference.num);
  const digits = absolute(roundedDown)
    .toString()
    .padStart(DEVIATION_DECIMALS + 1, '0');
  const whole = digits.slice(0, -DEVIATION_DECIMALS);
  const decimals = digits
    .slice(-DEVIATION_DECIMALS)
    .replace(/0{1,2}$/, '')
    .padEnd(MIN_DEVIATION_DECIMALS, '0');
  return `${roundedDown < 0n ? '-' : ''}${whole}.${decimals}`;
}

/** Hundredths of a per cent in a whole. */
const HUNDREDTHS_OF_PERCENT = 10_000n;

/** Relative change of a price in per cent with two decimals (`-1.25`, `0.00`), rounded to the nearest. `before` must be positive. */
export function changePercent(now: Fraction, before: Fraction): string {
  const { num, den } = divide(now, before);
  const difference = num - den;
  const hundredths = (absolute(difference) * HUNDREDTHS_OF_PERCENT * 2n + den) / (den * 2n);
  const digits = hundredths.toString().padStart(3, '0');
  return `${difference < 0n && hundredths > 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const PPM_OF_PERCENT_DECIMALS = 4;

/** Parts per million as an exact percentage: 12345 is "1.2345". */
export function percentOfPpm(ppm: number): string {
  const sign = ppm < 0 ? '-' : '';
  const digits = String(Math.abs(ppm)).padStart(PPM_OF_PERCENT_DECIMALS + 1, '0');
  const decimals = digits.slice(-PPM_OF_PERCENT_DECIMALS).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -PPM_OF_PERCENT_DECIMALS)}${decimals === '' ? '' : `.${decimals}`}`;
}

/** A typed percentage (comma or dot, optional `%`) in parts per million; undefined for any other text. */
export function ppmOfPercent(text: string): number | undefined {
  const parts = /^([-−]?)(\d{1,6})(?:[.,](\d{1,4})0*)?$/.exec(text.trim().replace(/\s*%$/, ''));
  if (parts === null) return undefined;
  const [, sign = '', whole = '', decimals = ''] = parts;
  const ppm = Number(whole + decimals.padEnd(PPM_OF_PERCENT_DECIMALS, '0'));
  return sign === '' || ppm === 0 ? ppm : -ppm;
}
