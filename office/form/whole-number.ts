import { parseAmount } from '#core/money/amount.ts';

/** A whole number as people enter it, with spaces between thousands; undefined where it is none or above `most`. */
export function wholeNumber(text: string, max: number): number | undefined {
  const parsed = parseAmount(text, { scale: 0, precision: 0 });
  return parsed.ok && parsed.minor <= BigInt(max) ? Number(parsed.minor) : undefined;
}
