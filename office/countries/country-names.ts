import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { EVERYWHERE } from '#core/country/country-rules.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** A country as the operator's language calls it, with its letters; or everywhere. */
export function countryName(code: string, { t, locale }: Translation): string {
  if (code === EVERYWHERE) return t('office_countries.everywhere');
  return `${new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code} (${code})`;
}

/** What a change of a rule comes to: the country, and what is not exchanged there then, or was until then. */
export function ruleWords({ key, before, after }: ChangeItemDocument, words: Translation): string {
  const currencies = (after ?? before)?.['currencies'];
  return [countryName(key, words), ...(Array.isArray(currencies) ? [currencies.join(', ')] : [])].join(' · ');
}
