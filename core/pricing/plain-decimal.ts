import { formatAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';

/** A finite decimal number, `digits / 10^decimals`: what a rate is once it is published. */
export interface PlainDecimal {
  readonly digits: bigint;
  readonly decimals: number;
}

/** `num / den` (both positive) with at most `count` significant digits, rounded down: a rate never promises more than the market gave. */
export function significantDown(num: bigint, den: bigint, count: number): PlainDecimal {
  const magnitude = num.toString().length - den.toString().length;
  const decimals = count - magnitude;
  const digits = decimals >= 0 ? (num * pow10(decimals)) / den : num / (den * pow10(-decimals));
  const fits = digits < pow10(count);
  const exact = fits ? { digits, decimals } : { digits: digits / 10n, decimals: decimals - 1 };
  return exact.decimals >= 0 ? exact : { digits: exact.digits * pow10(-exact.decimals), decimals: 0 };
}

/** Canonical text: a dot, no trailing zeros. */
export const decimalText = (value: PlainDecimal): string => formatAmount(value.digits, value.decimals);
