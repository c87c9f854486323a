import type { Locale } from '#core/locale.ts';
import { HOUR_MS, type Instant } from '#core/time.ts';
import type { SymbolPeriod } from './period.ts';

/** The service works by Moscow time (spec 9), which is three hours ahead of UTC all year round. */
const ZONE = 'Europe/Moscow';
export const ZONE_AHEAD_MS = 3 * HOUR_MS;

type Look = 'point' | 'row' | 'tick';

const TO_THE_MINUTE = {
  point: { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  row: { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
} as const;
const TO_THE_DAY = {
  point: { day: 'numeric', month: 'long', year: 'numeric' },
  row: { day: '2-digit', month: '2-digit', year: 'numeric' },
  tick: { month: 'short', year: 'numeric' },
} as const;

/** How exactly a moment is told on a chart of each period: at a point, in a row of its table, along the edge. */
const LOOKS = {
  hour: { ...TO_THE_MINUTE, tick: { hour: '2-digit', minute: '2-digit' } },
  day: { ...TO_THE_MINUTE, tick: { hour: '2-digit', minute: '2-digit' } },
  week: { ...TO_THE_MINUTE, tick: { day: 'numeric', month: 'short' } },
  month: { ...TO_THE_MINUTE, tick: { day: 'numeric', month: 'short' } },
  year: TO_THE_DAY,
  all: TO_THE_DAY,
} as const satisfies Readonly<Record<SymbolPeriod, Readonly<Record<Look, Intl.DateTimeFormatOptions>>>>;

/** Moments of a chart in words. */
export function chartTimes(period: SymbolPeriod, locale: Locale): Readonly<Record<Look, (at: Instant) => string>> {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(locale === 'ru' ? 'ru-RU' : 'en-GB', { ...options, hourCycle: 'h23', timeZone: ZONE });
    return (at: Instant) => made.format(at);
  };
  return { point: format(LOOKS[period].point), row: format(LOOKS[period].row), tick: format(LOOKS[period].tick) };
}
