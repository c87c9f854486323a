import { MINUTE_MS, type Instant } from '#core/time.ts';

/** Daily time without notices: minutes from midnight in the customer's zone; `from` after `to` spans midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
  /** Name in the tz database. */
  readonly zone: string;
}

const DAY_MINUTES = 24 * 60;
const HALF_DAY = DAY_MINUTES / 2;

/** Whether this is the name of a time zone. */
export function isZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions();
    return timeZone !== '' && /^[A-Za-z][\w+/-]{1,63}$/.test(name);
  } catch {
    return false;
  }
}

/** Minute of the local day. */
function minuteOfDay(at: Instant, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(
    at,
  );
  const read = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return read('hour') * 60 + read('minute');
}

const isWithin = (minute: number, { from, to }: QuietHours): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** Whether it is quiet at a moment. */
export const isQuiet = (at: Instant, hours: QuietHours): boolean => isWithin(minuteOfDay(at, hours.zone), hours);

/**
 * End of the quiet hours around a moment; undefined: none. With a clock change: when the local clock shows the end, or right after the gap
 * that skips it.
 */
export function quietUntil(at: Instant, hours: QuietHours): Instant | undefined {
  const minute = minuteOfDay(at, hours.zone);
  if (!isWithin(minute, hours)) return undefined;
  const start = at - (at % MINUTE_MS);
  const guess = start + ((hours.to - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  const offset = hours.to - minuteOfDay(guess, hours.zone);
  const clockChange = offset > HALF_DAY ? offset - DAY_MINUTES : offset < -HALF_DAY ? offset + DAY_MINUTES : offset;
  let end = Math.max(start, guess + Math.min(clockChange, 0) * MINUTE_MS);
  // The clock changed in between: search the first minute outside, within a day
  while (isQuiet(end, hours) && end < start + 26 * 60 * MINUTE_MS) end += MINUTE_MS;
  return end;
}
