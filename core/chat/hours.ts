import { localTime, MINUTES_OF_DAY, type Weekday, WEEKDAYS } from '#core/local-time.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#core/time.ts';

/** A stretch of one day, minutes since midnight, the last one not included. */
export interface DayHours {
  readonly from: number;
  readonly until: number;
}

/** When people of the shop answer: by day of the week, Monday first; null: not that day. */
export interface SupportHours {
  readonly timeZone: string;
  readonly days: readonly (DayHours | null)[];
}

interface Window {
  readonly from: Instant;
  readonly until: Instant;
}

/** Nobody's hours are looked for further ahead than this. */
const DAYS_AHEAD = 8;

const dayAfter = (day: Weekday): Weekday => WEEKDAYS[day % 7] ?? 1;

/** The stretches of this day and the next ones, until one begins after `last`. A day has 24 hours here: the two changes of the clock in a year are an hour off. */
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

/** Whether somebody answers at this moment. */
export function isOpenAt(hours: SupportHours, at: Instant): boolean {
  for (const { from, until } of windowsFrom(hours, at, at)) if (at >= from && at < until) return true;
  return false;
}

/** When people answer again: now where they do; null where they never do. */
export function opensAt(hours: SupportHours, at: Instant): Instant | null {
  for (const { from, until } of windowsFrom(hours, at, at + DAYS_AHEAD * DAY_MS)) if (until > at) return Math.max(from, at);
  return null;
}

/** How much of the time between two moments people were there, in ms. */
export function openMsBetween(hours: SupportHours, since: Instant, until: Instant): number {
  let sum = 0;
  for (const window of windowsFrom(hours, since, until)) sum += Math.max(0, Math.min(window.until, until) - Math.max(window.from, since));
  return sum;
}

/** The moment by which `promiseMs` of the hours of support have passed; where nobody is ever there, simply that much later. */
export function dueAfter(hours: SupportHours, at: Instant, promiseMs: number): Instant {
  let left = promiseMs;
  for (const window of windowsFrom(hours, at, at + DAYS_AHEAD * DAY_MS)) {
    const begin = Math.max(window.from, at);
    const room = window.until - begin;
    if (room <= 0) continue;
    if (room >= left) return begin + left;
    left -= room;
  }
  return at + promiseMs;
}

const CLOCK = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** `09:30` as minutes since midnight; `24:00` is the end of the day. Undefined for anything else. */
export function minuteOf(text: string): number | undefined {
  const found = CLOCK.exec(text);
  if (found === null) return undefined;
  return found[1] === undefined ? MINUTES_OF_DAY : Number(found[1]) * 60 + Number(found[2]);
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
