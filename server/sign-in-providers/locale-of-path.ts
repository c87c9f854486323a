import type { Locale } from '#core/locale.ts';

/** The locale of a page's path. */
export const localeOfPath = (path: string): Locale => (/^\/en(?:[/?]|$)/.test(path) ? 'en' : 'ru');

/** `page` in the locale of another page's path. */
export const inLocaleOf = (path: string, page: string): string => (localeOfPath(path) === 'en' ? `/en${page}` : page);
