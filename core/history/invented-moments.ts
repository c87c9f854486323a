import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';

/** How closely the invented past of a demonstration is looked at: near moments often, far ones seldom. */
const STRETCHES = [
  { everyMs: MINUTE_MS, backMs: HOUR_MS },
  // A little more than a day: what a price was a day ago is told by the step that was over by then
  { everyMs: 5 * MINUTE_MS, backMs: DAY_MS + HOUR_MS },
  { everyMs: HOUR_MS, backMs: 30 * DAY_MS },
  { everyMs: 6 * HOUR_MS, backMs: 365 * DAY_MS },
] as const;

/** Moments whose prices make a year of charts, newest first, each once. */
export function inventedMoments(now: Instant): readonly Instant[] {
  const moments = STRETCHES.flatMap(({ everyMs, backMs }) =>
    Array.from({ length: Math.floor(backMs / everyMs) }, (_, i) => now - (now % everyMs) - (i + 1) * everyMs),
  );
  return [...new Set(moments)].toSorted((a, b) => b - a);
}
