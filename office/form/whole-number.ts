import { parseAmount } from '#core/money/amount.ts';

/** A whole number as people enter it, with spaces between thousands; undefined where it is none or above `most`. */
export function wholeNumber(typed: string, most: number): number | undefined {
  const parsed = parseAmount(typed, { scale: 0, precision: 0 });
  return parsed.ok && parsed.minor <= BigInt(most) ? Number(parsed.minor) : undefined;
}
