import type { Locale } from '#core/locale.ts';

/** The language of a page of ours, by its address. */
export const localeOfPath = (path: string): Locale => (/^\/en(?:[/?]|$)/.test(path) ? 'en' : 'ru');

/** A page in the language of another. */
export const besides = (path: string, page: string): string => (localeOfPath(path) === 'en' ? `/en${page}` : page);
