import type { Locale } from '#core/locale.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS, SHOP_TIME_ZONE } from '#core/time.ts';

const tag = (locale: Locale): string => (locale === 'ru' ? 'ru-RU' : 'en-GB');

/** `20.11, 23:41:07`, Moscow time. */
export const clockTime = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: SHOP_TIME_ZONE,
  }).format(new Date(at));

/** `23.11, 07:00`, Moscow time. */
export const hourOfDay = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), {
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: SHOP_TIME_ZONE,
  }).format(new Date(at));

/** The value of a date and time field as Moscow time (UTC+3 all year), as the API takes it; null: the field is empty. */
export const moscowTime = (fieldValue: string): string | null => (fieldValue === '' ? null : `${fieldValue.slice(0, 16)}:00+03:00`);

/** `13.07.2026`, the day in Moscow. */
export const dayOf = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: SHOP_TIME_ZONE }).format(
    new Date(at),
  );

export interface Age {
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days';
  readonly count: number;
}

/** How long ago, in the largest sensible unit; never negative. */
export function ageParts(from: Instant, now: Instant): Age {
  const ms = Math.max(0, now - from);
  if (ms < MINUTE_MS) return { unit: 'seconds', count: Math.floor(ms / SECOND_MS) };
  if (ms < HOUR_MS) return { unit: 'minutes', count: Math.floor(ms / MINUTE_MS) };
  if (ms < 2 * DAY_MS) return { unit: 'hours', count: Math.floor(ms / HOUR_MS) };
  return { unit: 'days', count: Math.floor(ms / DAY_MS) };
}

/** The hour (`14:00`) or the day (`22.11`) of a moment, Moscow time. */
export const partName = (at: string, unit: 'hour' | 'day', locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), {
    ...(unit === 'hour'
      ? ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)
      : ({ day: '2-digit', month: '2-digit' } as const)),
    timeZone: SHOP_TIME_ZONE,
  }).format(new Date(at));
