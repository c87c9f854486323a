import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';
import { translatorOf, type Translate } from '#web/i18n/translator.ts';

/** The words of a part that is drawn on the server alone, where no router stands around it. */
export interface Said {
  readonly locale: Locale;
  readonly t: Translate;
  /** The address of a page in the present language; takes the bare path. */
  readonly to: (path: string) => string;
}

export const saidIn = (locale: Locale): Said => ({ locale, t: translatorOf(locale), to: (path) => localPath(locale, path) });

/** Names of countries, in the order of the reader's alphabet. */
export function countryNames(codes: readonly string[], locale: Locale): string {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return codes
    .map((code) => names.of(code) ?? code)
    .toSorted((a, b) => a.localeCompare(b, locale))
    .join(', ');
}
