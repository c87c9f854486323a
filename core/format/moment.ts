import type { Locale } from '#core/locale.ts';
import { SHOP_TIME_ZONE } from '#core/time.ts';

const DATE_TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: SHOP_TIME_ZONE,
};
const TIME: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: SHOP_TIME_ZONE,
};

const localeTag = (locale: Locale): string => (locale === 'ru' ? 'ru-RU' : 'en-GB');

/** The formatter of a language, created at its first use: creating one costs as much as formatting a hundred texts. */
function formatterIn(options: Intl.DateTimeFormatOptions): (locale: Locale) => Intl.DateTimeFormat {
  const created: Partial<Record<Locale, Intl.DateTimeFormat>> = {};
  return (locale) => (created[locale] ??= new Intl.DateTimeFormat(localeTag(locale), options));
}

const dateTimeIn = formatterIn(DATE_TIME);

/** `20 ноября, 23:41`, Moscow time. */
export const formatDateTime = (at: string, locale: Locale): string => dateTimeIn(locale).format(new Date(at));

/** `20 ноября 2026 г., 23:41`, Moscow time: for documents with a long life. */
export const formatFullDateTime = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(localeTag(locale), { ...DATE_TIME, year: 'numeric' }).format(new Date(at));

const dateIn = formatterIn({ day: 'numeric', month: 'long', year: 'numeric', timeZone: SHOP_TIME_ZONE });

/** `20 ноября 2026 г.`, Moscow time. */
export const formatDate = (at: string, locale: Locale): string => dateIn(locale).format(new Date(at));

/** `ноябрь`: the name of a month, 1 to 12. */
export const formatMonth = (month: number, locale: Locale): string =>
  new Intl.DateTimeFormat(localeTag(locale), { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1));

const timeIn = formatterIn(TIME);

/** `23:41:07`, Moscow time. */
export const formatTime = (at: string, locale: Locale): string => timeIn(locale).format(new Date(at));

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: SHOP_TIME_ZONE };
const clockIn = formatterIn(CLOCK);

/** `14:38`, Moscow time. */
export const formatClock = (at: string, locale: Locale): string => clockIn(locale).format(new Date(at));

/** `понедельник, 09:00`, Moscow time: for a day of the coming week. */
export const formatWeekday = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(localeTag(locale), { weekday: 'long', ...CLOCK }).format(new Date(at));

/** Remaining time: `19:59`, or `1:00:00` from an hour on. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}
