export const LOCALES = ['ru', 'en'] as const;
/** A language of the site (spec 9). */
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'ru';
export type Localised = Readonly<Record<Locale, string>>;
