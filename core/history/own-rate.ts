import { type Fraction, fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';

const MILLION = 1_000_000n;
/** Smaller changes are invisible on a chart. */
const MIN_CHANGE_PPM = 500;

/** Our rate as a part of the market's from a moment on, parts per million. Null means that no order was possible. */
export interface RatioChange {
  readonly at: Instant;
  readonly ppm: number | null;
}

/** Our rate as a part of the market's, parts per million. */
export const ratioPpm = (ours: Fraction, market: Fraction): number => Number((ours.num * market.den * MILLION) / (ours.den * market.num));

/** Whether a ratio differs enough to be stored. */
export function isNewRatio(before: number | null | undefined, now: number | null): boolean {
  if (before === undefined) return now !== null;
  if (before === null || now === null) return before !== now;
  return Math.abs(now - before) >= MIN_CHANGE_PPM;
}

/** The ratio in force at the end of each step, by the starts of the steps; both ascending. Undefined: before the first stored ratio. */
export function ratiosAt(
  moments: readonly Instant[],
  ratios: readonly RatioChange[],
  stepMs: number,
): readonly (RatioChange['ppm'] | undefined)[] {
  let nextIndex = 0;
  return moments.map((at) => {
    while (nextIndex < ratios.length && (ratios[nextIndex]?.at ?? 0) < at + stepMs) nextIndex += 1;
    return nextIndex === 0 ? undefined : (ratios[nextIndex - 1]?.ppm ?? null);
  });
}

/** A market rate with our ratio applied. */
export const ownRateAt = (market: Fraction, ppm: number): Fraction => fraction(market.num * BigInt(ppm), market.den * MILLION);
