import { MINUTE_MS, type Instant } from '#core/time.ts';

/** When somebody is left in peace, each day: minutes from midnight in his zone; `from` after `to` spans midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
  /** By its name in the tz database. */
  readonly zone: string;
}

const DAY_MINUTES = 24 * 60;
const HALF_DAY = DAY_MINUTES / 2;

/** Whether a zone is known by this name. */
export function isZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions();
    return timeZone !== '' && /^[A-Za-z][\w+/-]{1,63}$/.test(name);
  } catch {
    return false;
  }
}

/** The minute of the day by the clock on the wall there. */
function wallMinute(at: Instant, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(
    at,
  );
  const read = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return read('hour') * 60 + read('minute');
}

const isWithin = (minute: number, { from, to }: QuietHours): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

/** Whether it is quiet at a moment. */
export const isQuiet = (at: Instant, hours: QuietHours): boolean => isWithin(wallMinute(at, hours.zone), hours);

/**
 * When the quiet that a moment lies in ends; undefined: it is not quiet. On a night when clocks are moved it ends when the clock on the
 * wall shows its end, or, where that minute is left out, right after the gap.
 */
export function quietUntil(at: Instant, hours: QuietHours): Instant | undefined {
  const minute = wallMinute(at, hours.zone);
  if (!isWithin(minute, hours)) return undefined;
  const start = at - (at % MINUTE_MS);
  const guess = start + ((hours.to - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  const off = hours.to - wallMinute(guess, hours.zone);
  const turned = off > HALF_DAY ? off - DAY_MINUTES : off < -HALF_DAY ? off + DAY_MINUTES : off;
  let end = Math.max(start, guess + Math.min(turned, 0) * MINUTE_MS);
  // Clocks were moved on the way: the first minute that is not quiet, of a day at most
  while (isQuiet(end, hours) && end < start + 26 * 60 * MINUTE_MS) end += MINUTE_MS;
  return end;
}
