import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';

/** Density of the invented history of a demonstration: recent moments often, older ones seldom. */
const RANGES = [
  { everyMs: MINUTE_MS, backMs: HOUR_MS },
  // A little more than a day, as the price a day ago is in the step that had ended by then
  { everyMs: 5 * MINUTE_MS, backMs: DAY_MS + HOUR_MS },
  { everyMs: HOUR_MS, backMs: 30 * DAY_MS },
  { everyMs: 6 * HOUR_MS, backMs: 365 * DAY_MS },
] as const;

/** Moments for a year of invented prices, newest first, each once. */
export function inventedMoments(now: Instant): readonly Instant[] {
  const moments = RANGES.flatMap(({ everyMs, backMs }) =>
    Array.from({ length: Math.floor(backMs / everyMs) }, (_, i) => now - (now % everyMs) - (i + 1) * everyMs),
  );
  return [...new Set(moments)].toSorted((a, b) => b - a);
}
