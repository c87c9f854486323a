import { EVERYWHERE } from '#core/country-rules.ts';
import type { Words } from '#office/words/Words.tsx';

/** A country as the operator's language calls it, with its letters; or everywhere. */
export function countryName(code: string, { t, locale }: Words): string {
  if (code === EVERYWHERE) return t('office_countries.everywhere');
  return `${new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code} (${code})`;
}
