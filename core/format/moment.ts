import type { Locale } from '#core/locale.ts';

/** Served pages and hydrated ones must agree, so the zone is fixed: the service works by Moscow time (spec 9). */
const ZONE = 'Europe/Moscow';

const DATE_TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: ZONE,
};
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: ZONE };

const tag = (locale: Locale): string => (locale === 'ru' ? 'ru-RU' : 'en-GB');

/** Made once: a formatter costs as much as a hundred of its texts, and letters are many. */
const DATE_TIMES: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  ru: new Intl.DateTimeFormat(tag('ru'), DATE_TIME),
  en: new Intl.DateTimeFormat(tag('en'), DATE_TIME),
};

/** `20 ноября, 23:41`, Moscow time. */
export const formatDateTime = (at: string, locale: Locale): string => DATE_TIMES[locale].format(new Date(at));

/** `20 ноября 2026 г., 23:41`, Moscow time: for papers that outlive the year. */
export const formatFullDateTime = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), { ...DATE_TIME, year: 'numeric' }).format(new Date(at));

const DATES: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  ru: new Intl.DateTimeFormat(tag('ru'), { day: 'numeric', month: 'long', year: 'numeric', timeZone: ZONE }),
  en: new Intl.DateTimeFormat(tag('en'), { day: 'numeric', month: 'long', year: 'numeric', timeZone: ZONE }),
};

/** `20 ноября 2026 г.`, Moscow time. */
export const formatDate = (at: string, locale: Locale): string => DATES[locale].format(new Date(at));

/** `ноябрь`: the month of an archive, 1 to 12. */
export const formatMonth = (month: number, locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1));

/** `23:41:07`, Moscow time. */
export const formatTime = (at: string, locale: Locale): string => new Intl.DateTimeFormat(tag(locale), TIME).format(new Date(at));

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: ZONE };

/** `14:38`, Moscow time. */
export const formatClock = (at: string, locale: Locale): string => new Intl.DateTimeFormat(tag(locale), CLOCK).format(new Date(at));

/** `понедельник, 09:00`, Moscow time: for a day of the coming week. */
export const formatWeekday = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(tag(locale), { weekday: 'long', ...CLOCK }).format(new Date(at));

/** Time left as a clock: `19:59`, or `1:00:00` from an hour on. */
export function formatLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}
