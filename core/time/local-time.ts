import { MINUTE_MS, type Instant } from '#core/time.ts';

/** Days of the week by ISO 8601: 1 is Monday, 7 is Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Local time in some time zone. */
export interface LocalTime {
  readonly weekday: Weekday;
  /** Minutes since midnight. */
  readonly minute: number;
}

export const MINUTES_OF_DAY = 24 * 60;

const NAMES: Readonly<Record<string, Weekday>> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 };
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, created);
  return created;
}

/** Local time in a time zone (`Europe/Moscow`) at a moment; throws on an unknown zone. */
export function localTime(at: Instant, timeZone: string): LocalTime {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(Math.floor(at / MINUTE_MS) * MINUTE_MS)
      .map(({ type, value }) => [type, value]),
  );
  const weekday = NAMES[parts.get('weekday') ?? ''];
  if (weekday === undefined) throw new RangeError(`no day of the week in ${timeZone}`);
  return { weekday, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}

/**
 * Daily hours, minutes since midnight in the shop's time zone, `toMinute` excluded; `fromMinute >= toMinute`: over midnight, as part of the
 * first day. Null days: every day.
 */
export interface HoursOfDay {
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly days: readonly Weekday[] | null;
}

const dayBefore = (day: Weekday): Weekday => WEEKDAYS[(day + 5) % 7] ?? 7;

/** Whether a local time is within daily hours. */
export function isWithinHours({ fromMinute, toMinute, days }: HoursOfDay, { weekday, minute }: LocalTime): boolean {
  const isOn = (day: Weekday): boolean => days === null || days.includes(day);
  if (fromMinute < toMinute) return isOn(weekday) && minute >= fromMinute && minute < toMinute;
  return (isOn(weekday) && minute >= fromMinute) || (isOn(dayBefore(weekday)) && minute < toMinute);
}
