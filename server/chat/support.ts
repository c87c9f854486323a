import type { SettingsOf } from '#contract/office-settings.ts';
import { dueAfter, isOpenAt, minuteOf, openMsBetween, opensAt, type SupportHours } from '#core/chat/hours.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { readMedian } from './store.ts';

const MEASURED_MS = 30 * DAY_MS;
/** Fewer answers say nothing of how long people wait. */
const LEAST_MEASURED = 5;
const KEPT_MS = MINUTE_MS;

/** When people answer, as the owner says it. */
export const hoursOf = ({ time_zone: timeZone, days }: SettingsOf<'support'>): SupportHours => ({
  timeZone,
  days: days.map((day) => {
    const [from, until] = [minuteOf(day?.from ?? ''), minuteOf(day?.until ?? '')];
    return from === undefined || until === undefined || from >= until ? null : { from, until };
  }),
});

type SupportDeps = Pick<Deps, 'shop'>;

/** By when somebody is to be answered who writes now. */
export const dueOf = ({ shop }: SupportDeps, now: Instant): Instant => {
  const said = shop.of('support');
  return dueAfter(hoursOf(said), now, said.promise_minutes * MINUTE_MS);
};

/** How long somebody has waited while people were there, in seconds. */
export const waitedSeconds = ({ shop }: SupportDeps, since: Instant, now: Instant): number =>
  Math.floor(openMsBetween(hoursOf(shop.of('support')), since, now) / SECOND_MS);

export interface Promised {
  readonly isOpen: boolean;
  readonly opensAt: Instant | null;
  readonly promiseMinutes: number;
  readonly usualMinutes: number | null;
}

/** What a visitor is promised now: hours from the settings, how long it usually takes measured, at most once a minute. */
export function createPromise(deps: SupportDeps & Pick<Deps, 'db' | 'clock'>): () => Promise<Promised> {
  let measured: { readonly at: Instant; readonly minutes: number | null } | undefined;
  return async () => {
    const now = deps.clock.now();
    if (measured === undefined || now - measured.at > KEPT_MS) {
      const { count, median } = await readMedian(deps.db, new Date(now - MEASURED_MS));
      measured = { at: now, minutes: count < LEAST_MEASURED || median === null ? null : Math.max(1, Math.ceil(median / 60)) };
    }
    const said = deps.shop.of('support');
    const hours = hoursOf(said);
    const isOpen = isOpenAt(hours, now);
    return { isOpen, opensAt: isOpen ? null : opensAt(hours, now), promiseMinutes: said.promise_minutes, usualMinutes: measured.minutes };
  };
}
