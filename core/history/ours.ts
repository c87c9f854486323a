import { type Fraction, fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';

const MILLION = 1_000_000n;
/** Smaller changes are seen by nobody on a chart. */
const LEAST_CHANGE_PPM = 500;

/** What part of the market's rate ours was from a moment on, parts per million; null: nothing could be ordered. */
export interface RatioFrom {
  readonly at: Instant;
  readonly ppm: number | null;
}

/** Our rate as a part of the market's. */
export const ratioPpm = (ours: Fraction, market: Fraction): number => Number((ours.num * market.den * MILLION) / (ours.den * market.num));

/** Whether a ratio is worth a new row. */
export function isOther(before: number | null | undefined, now: number | null): boolean {
  if (before === undefined) return now !== null;
  if (before === null || now === null) return before !== now;
  return Math.abs(now - before) >= LEAST_CHANGE_PPM;
}

/** The ratio in force at the end of each step, by the moments that steps begin at; both ascending. Undefined: before anybody wrote it down. */
export function ratiosAt(
  moments: readonly Instant[],
  ratios: readonly RatioFrom[],
  stepMs: number,
): readonly (RatioFrom['ppm'] | undefined)[] {
  let next = 0;
  return moments.map((at) => {
    while (next < ratios.length && (ratios[next]?.at ?? 0) < at + stepMs) next += 1;
    return next === 0 ? undefined : (ratios[next - 1]?.ppm ?? null);
  });
}

/** A market's rate with our ratio in it. */
export const oursAt = (market: Fraction, ppm: number): Fraction => fraction(market.num * BigInt(ppm), market.den * MILLION);
