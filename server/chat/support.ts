import type { SettingsOf } from '#contract/office/shop/settings.ts';
import { dueAfter, isOpenAt, minuteOf, openMsBetween, opensAt, type SupportHours } from '#core/chat/hours.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { readMedian } from './store.ts';

const MEASURED_PERIOD_MS = 30 * DAY_MS;
/** Fewer answers are not enough for a median. */
const MIN_ANSWERS = 5;
const CACHE_MS = MINUTE_MS;

/** Support hours from the shop's settings. */
export const hoursOf = ({ time_zone: timeZone, days }: SettingsOf<'support'>): SupportHours => ({
  timeZone,
  days: days.map((day) => {
    const [from, until] = [minuteOf(day?.from ?? ''), minuteOf(day?.until ?? '')];
    return from === undefined || until === undefined || from >= until ? null : { from, until };
  }),
});

type SupportDeps = Pick<Deps, 'shop'>;

/** Deadline of an answer to a message written now. */
export const answerDueAt = ({ shop }: SupportDeps, now: Instant): Instant => {
  const settings = shop.of('support');
  return dueAfter(hoursOf(settings), now, settings.promise_minutes * MINUTE_MS);
};

/** Time from a question to its answer within support hours, seconds. */
export const openSecondsBetween = ({ shop }: SupportDeps, since: Instant, now: Instant): number =>
  Math.floor(openMsBetween(hoursOf(shop.of('support')), since, now) / SECOND_MS);

export interface SupportPromise {
  readonly isOpen: boolean;
  readonly opensAt: Instant | null;
  readonly promiseMinutes: number;
  readonly usualMinutes: number | null;
}

/** Reads what visitors are promised: support hours and the measured answer time, cached for a minute. */
export function createPromiseReader(deps: SupportDeps & Pick<Deps, 'db' | 'clock'>): () => Promise<SupportPromise> {
  let cached: { readonly at: Instant; readonly minutes: number | null } | undefined;
  return async () => {
    const now = deps.clock.now();
    if (cached === undefined || now - cached.at > CACHE_MS) {
      const { count, median } = await readMedian(deps.db, new Date(now - MEASURED_PERIOD_MS));
      cached = { at: now, minutes: count < MIN_ANSWERS || median === null ? null : Math.max(1, Math.ceil(median / 60)) };
    }
    const settings = deps.shop.of('support');
    const hours = hoursOf(settings);
    const isOpen = isOpenAt(hours, now);
    return { isOpen, opensAt: isOpen ? null : opensAt(hours, now), promiseMinutes: settings.promise_minutes, usualMinutes: cached.minutes };
  };
}
