import type { Locale } from '#core/locale.ts';
import { type Instant, SHOP_TIME_ZONE } from '#core/time.ts';
import type { SymbolPeriod } from './period.ts';

type TimeFormat = 'point' | 'row' | 'tick';

const TO_THE_MINUTE = {
  point: { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  row: { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' },
} as const;
const TO_THE_DAY = {
  point: { day: 'numeric', month: 'long', year: 'numeric' },
  row: { day: '2-digit', month: '2-digit', year: 'numeric' },
  tick: { month: 'short', year: 'numeric' },
} as const;

/** Time format of each period: at a point, in a row of the table, on the axis. */
const TIME_FORMATS = {
  hour: { ...TO_THE_MINUTE, tick: { hour: '2-digit', minute: '2-digit' } },
  day: { ...TO_THE_MINUTE, tick: { hour: '2-digit', minute: '2-digit' } },
  week: { ...TO_THE_MINUTE, tick: { day: 'numeric', month: 'short' } },
  month: { ...TO_THE_MINUTE, tick: { day: 'numeric', month: 'short' } },
  year: TO_THE_DAY,
  all: TO_THE_DAY,
} as const satisfies Readonly<Record<SymbolPeriod, Readonly<Record<TimeFormat, Intl.DateTimeFormatOptions>>>>;

/** Formatters for the moments of a chart. */
export function chartTimes(period: SymbolPeriod, locale: Locale): Readonly<Record<TimeFormat, (at: Instant) => string>> {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale === 'ru' ? 'ru-RU' : 'en-GB', {
      ...options,
      hourCycle: 'h23',
      timeZone: SHOP_TIME_ZONE,
    });
    return (at: Instant) => formatter.format(at);
  };
  return { point: format(TIME_FORMATS[period].point), row: format(TIME_FORMATS[period].row), tick: format(TIME_FORMATS[period].tick) };
}
