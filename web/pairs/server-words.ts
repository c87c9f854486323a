import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';
import { translatorOf, type Translate } from '#web/i18n/translator.ts';

/** Messages and paths for parts rendered on the server without a router. */
export interface ServerWords {
  readonly locale: Locale;
  readonly t: Translate;
  /** A path in this language, from the path without language prefix. */
  readonly to: (path: string) => string;
}

export const serverWordsOf = (locale: Locale): ServerWords => ({ locale, t: translatorOf(locale), to: (path) => localPath(locale, path) });

/** Names of countries, in alphabetical order. */
export function countryNames(codes: readonly string[], locale: Locale): string {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return codes
    .map((code) => names.of(code) ?? code)
    .toSorted((a, b) => a.localeCompare(b, locale))
    .join(', ');
}
