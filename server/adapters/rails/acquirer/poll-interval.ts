import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';

/** An expired order is watched for eight more days (domain 5). */
const WATCH_MS = 9 * DAY_MS;
const MAX_INTERVAL_MS = 12 * HOUR_MS;

/**
 * Interval until the next status request for a checkout of this age; null: no more. Callbacks trigger an immediate request, so this covers
 * lost callbacks: seconds while the customer pays, then ever longer, about ninety requests in total.
 */
export function defaultPollInterval(ageMs: number): number | null {
  if (ageMs < 2 * MINUTE_MS) return 6 * SECOND_MS;
  if (ageMs < 20 * MINUTE_MS) return 30 * SECOND_MS;
  return ageMs < WATCH_MS ? Math.min(Math.ceil(ageMs / 4), MAX_INTERVAL_MS) : null;
}
