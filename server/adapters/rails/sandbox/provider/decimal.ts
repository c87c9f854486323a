import { formatAmount, parseAmount } from '#core/money/amount.ts';

/** Maximum of decimals the provider supports. */
export const MAX_SCALE = 30;

/** Canonical form of a positive decimal text (`1.50` -> `1.5`), so that equal amounts are equal texts; undefined for anything else. */
export function canonicalDecimal(text: string): string | undefined {
  const parsed = parseAmount(text, { scale: MAX_SCALE, precision: MAX_SCALE });
  return parsed.ok && parsed.minor > 0n ? formatAmount(parsed.minor, MAX_SCALE) : undefined;
}
