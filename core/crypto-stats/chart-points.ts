import { MAX_POINTS } from '#core/history/period.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';

/** A price at a moment, in US dollars; decimal text. */
export interface PricePoint {
  readonly at: Instant;
  readonly price: string;
}

/** Thins ascending points to what a chart shows: the last point of each interval. */
export function thinPoints(points: readonly PricePoint[], maxPoints: number = MAX_POINTS): readonly PricePoint[] {
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined || points.length <= maxPoints) return points;
  // One interval fewer, as the first and the last interval may be partial
  const intervalMs = Math.ceil((last.at - first.at) / (maxPoints - 1)) || 1;
  return [...new Map(points.map((point) => [Math.floor((point.at - first.at) / intervalMs), point])).values()];
}

/** Received points with the stored ones from before them, so that a provider that returns only one year does not erase older points. */
export function mergePoints(stored: readonly PricePoint[], received: readonly PricePoint[]): readonly PricePoint[] {
  const receivedFrom = received.at(0)?.at ?? Number.POSITIVE_INFINITY;
  return [...stored.filter(({ at }) => at < receivedFrom), ...received];
}

/** The points with the newest price appended if it is newer. */
export function withNewest(points: readonly PricePoint[], newest: PricePoint): readonly PricePoint[] {
  const last = points.at(-1);
  return last === undefined || last.at >= newest.at ? points : [...points, newest];
}

const WEEK_MS = 7 * DAY_MS;
const DAYS_PER_WEEK = 7;

/** The seven days of prices in a list of coins as chart points, for the requested part. */
export function pointsOfWeek(week: readonly string[], asOf: Instant, part: 'day' | 'week'): readonly PricePoint[] {
  const stepMs = week.length < 2 ? HOUR_MS : WEEK_MS / (week.length - 1);
  const points = week.map((price, i) => ({ at: Math.round(asOf - (week.length - 1 - i) * stepMs), price }));
  return part === 'week' ? points : points.slice(-Math.ceil(points.length / DAYS_PER_WEEK));
}

/** The median distance between two points of a chart, ms; 0 with fewer than two points. */
export function medianStepMs(points: readonly PricePoint[]): number {
  const steps = points.slice(1).map(({ at }, i) => at - (points[i]?.at ?? at));
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/** Evenly chosen prices for a small chart in a list, the newest included. */
export function sparklineOf(week: readonly string[], maxPoints: number): readonly string[] {
  if (week.length <= maxPoints) return week;
  const step = (week.length - 1) / (maxPoints - 1);
  return Array.from({ length: maxPoints }, (_, i) => week[Math.round(i * step)] ?? '');
}
