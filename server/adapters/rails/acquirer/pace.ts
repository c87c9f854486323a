import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';

/** An order that has expired is watched for eight days more (domain 5). */
const WATCHED_MS = 9 * DAY_MS;
const RAREST_MS = 12 * HOUR_MS;

/**
 * How long after an answer an acquirer is asked again about a checkout of this age; null: no more. Callbacks make it be asked at once,
 * so this is for those that never came: within seconds or half a minute while somebody pays, then ever rarer, some ninety times in all.
 */
export function usualPace(ageMs: number): number | null {
  if (ageMs < 2 * MINUTE_MS) return 6 * SECOND_MS;
  if (ageMs < 20 * MINUTE_MS) return 30 * SECOND_MS;
  return ageMs < WATCHED_MS ? Math.min(Math.ceil(ageMs / 4), RAREST_MS) : null;
}
