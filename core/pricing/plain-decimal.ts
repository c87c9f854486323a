import { formatAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';

/** A finite decimal number, `digits / 10^decimals`: the form of a published rate. */
export interface PlainDecimal {
  readonly digits: bigint;
  readonly decimals: number;
}

const scaled = (num: bigint, den: bigint, decimals: number): bigint =>
  decimals >= 0 ? (num * pow10(decimals)) / den : num / (den * pow10(-decimals));

/** Number of digits of a quotient before the point. It may be off by one, which the caller corrects; exactness would cost more. */
function magnitudeOf(num: bigint, den: bigint): number {
  const approximate = Number(num) / Number(den);
  if (approximate > 0 && approximate < Number.MAX_VALUE) return Math.floor(Math.log10(approximate)) + 1;
  return num.toString().length - den.toString().length;
}

/** `num / den` (both positive) with `count` significant digits, rounded down so that a rate never promises more than the market. */
export function significantDown(num: bigint, den: bigint, count: number): PlainDecimal {
  const [lowest, upper] = [pow10(count - 1), pow10(count)];
  let decimals = count - magnitudeOf(num, den);
  let digits = scaled(num, den, decimals);
  for (; digits >= upper; digits = scaled(num, den, decimals)) decimals -= 1;
  for (; digits < lowest; digits = scaled(num, den, decimals)) decimals += 1;
  return decimals >= 0 ? { digits, decimals } : { digits: digits * pow10(-decimals), decimals: 0 };
}

/** Canonical text: a dot, no trailing zeros. */
export const decimalText = (value: PlainDecimal): string => formatAmount(value.digits, value.decimals);
