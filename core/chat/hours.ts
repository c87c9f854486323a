import { localTime, MINUTES_OF_DAY, type Weekday, WEEKDAYS } from '#core/time/local-time.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#core/time.ts';

/** Hours of one day in minutes since midnight. `until` is excluded. */
export interface DayHours {
  readonly from: number;
  readonly until: number;
}

/** When support answers, by day of the week from Monday on. Null means closed on that day. */
export interface SupportHours {
  readonly timeZone: string;
  readonly days: readonly (DayHours | null)[];
}

interface Window {
  readonly from: Instant;
  readonly until: Instant;
}

/** How far ahead opening hours are searched. */
const DAYS_AHEAD = 8;

const dayAfter = (day: Weekday): Weekday => WEEKDAYS[day % 7] ?? 1;

/**
 * The open windows of this day and the next ones, until one begins after `last`. A day has 24 hours: at a clock change windows are an
 * hour off.
 */
function* windowsFrom({ timeZone, days }: SupportHours, at: Instant, last: Instant): Generator<Window> {
  const { weekday, minute } = localTime(at, timeZone);
  let midnight = Math.floor(at / MINUTE_MS) * MINUTE_MS - minute * MINUTE_MS;
  let day = weekday;
  for (; midnight <= last; midnight += DAY_MS) {
    const hours = days[day - 1] ?? null;
    if (hours !== null) yield { from: midnight + hours.from * MINUTE_MS, until: midnight + hours.until * MINUTE_MS };
    day = dayAfter(day);
  }
}

/** Whether support answers at this moment. */
export function isOpenAt(hours: SupportHours, at: Instant): boolean {
  for (const { from, until } of windowsFrom(hours, at, at)) if (at >= from && at < until) return true;
  return false;
}

/** When support opens next. Within hours it is `at` itself; null if support never opens. */
export function opensAt(hours: SupportHours, at: Instant): Instant | null {
  for (const { from, until } of windowsFrom(hours, at, at + DAYS_AHEAD * DAY_MS)) if (until > at) return Math.max(from, at);
  return null;
}

/** Open time of support between two moments, ms. */
export function openMsBetween(hours: SupportHours, since: Instant, until: Instant): number {
  let totalMs = 0;
  for (const window of windowsFrom(hours, since, until))
    totalMs += Math.max(0, Math.min(window.until, until) - Math.max(window.from, since));
  return totalMs;
}

/** The moment when `promiseMs` of support hours have passed since `at`. Without any hours it is `at + promiseMs`. */
export function dueAfter(hours: SupportHours, at: Instant, promiseMs: number): Instant {
  let remainingMs = promiseMs;
  for (const window of windowsFrom(hours, at, at + DAYS_AHEAD * DAY_MS)) {
    const openFrom = Math.max(window.from, at);
    const openMs = window.until - openFrom;
    if (openMs <= 0) continue;
    if (openMs >= remainingMs) return openFrom + remainingMs;
    remainingMs -= openMs;
  }
  return at + promiseMs;
}

const CLOCK = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** `09:30` as minutes since midnight; `24:00` is the end of the day. Undefined for anything else. */
export function minuteOf(text: string): number | undefined {
  const match = CLOCK.exec(text);
  if (match === null) return undefined;
  return match[1] === undefined ? MINUTES_OF_DAY : Number(match[1]) * 60 + Number(match[2]);
}

/** Whether a time zone of this name exists. */
export function isTimeZone(name: string): boolean {
  try {
    localTime(0, name);
    return true;
  } catch {
    return false;
  }
}
