import { MOST_POINTS } from '#core/history/period.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';

/** A price at a moment, in US dollars; decimal text. */
export interface PricePoint {
  readonly at: Instant;
  readonly price: string;
}

/** Ascending points, no more than a chart shows: of each stretch of time its last. */
export function thinPoints(points: readonly PricePoint[], most: number = MOST_POINTS): readonly PricePoint[] {
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined || points.length <= most) return points;
  // One stretch fewer: the first and the last may be cut
  const stretchMs = Math.ceil((last.at - first.at) / (most - 1)) || 1;
  return [...new Map(points.map((point) => [Math.floor((point.at - first.at) / stretchMs), point])).values()];
}

/** What was kept of the time before the new points begin, and the new points: a provider that tells one year only makes no past forgotten. */
export function joinPoints(kept: readonly PricePoint[], told: readonly PricePoint[]): readonly PricePoint[] {
  const begin = told.at(0)?.at ?? Number.POSITIVE_INFINITY;
  return [...kept.filter(({ at }) => at < begin), ...told];
}

/** The same points with the newest price at their end, where that is younger. */
export function withNewest(points: readonly PricePoint[], newest: PricePoint): readonly PricePoint[] {
  const last = points.at(-1);
  return last === undefined || last.at >= newest.at ? points : [...points, newest];
}

const WEEK_MS = 7 * DAY_MS;
const DAY_OF_WEEK = 7;

/** The seven days that a list tells of a coin, as a chart; `part` of them that is asked for. */
export function pointsOfWeek(week: readonly string[], asOf: Instant, part: 'day' | 'week'): readonly PricePoint[] {
  const stepMs = week.length < 2 ? HOUR_MS : WEEK_MS / (week.length - 1);
  const points = week.map((price, i) => ({ at: Math.round(asOf - (week.length - 1 - i) * stepMs), price }));
  return part === 'week' ? points : points.slice(-Math.ceil(points.length / DAY_OF_WEEK));
}

/** How far apart the points of a chart commonly stand; 0: there are not two. */
export function usualStepMs(points: readonly PricePoint[]): number {
  const steps = points.slice(1).map(({ at }, i) => at - (points[i]?.at ?? at));
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/** A line small enough for a list: evenly chosen, the newest included. */
export function sparkOf(week: readonly string[], most: number): readonly string[] {
  if (week.length <= most) return week;
  const step = (week.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => week[Math.round(i * step)] ?? '');
}
