import { formatAmount, parseAmount } from '#core/money/amount.ts';

/** Most decimals the provider counts with. */
export const MAX_SCALE = 30;

/** A positive decimal text in its one form (`1.50` -> `1.5`), so that equal amounts are equal texts; undefined for anything else. */
export function canonicalDecimal(text: string): string | undefined {
  const parsed = parseAmount(text, { scale: MAX_SCALE, precision: MAX_SCALE });
  return parsed.ok && parsed.minor > 0n ? formatAmount(parsed.minor, MAX_SCALE) : undefined;
}
