import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { EVERYWHERE } from '#core/country/country-rules.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** Name and code of a country in the operator's language; or "everywhere". */
export function countryName(code: string, { t, locale }: Translation): string {
  if (code === EVERYWHERE) return t('office_countries.everywhere');
  return `${new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code} (${code})`;
}

/** A rule change as text: the country and its excluded currencies (after the change; of a removed rule, before). */
export function ruleText({ key, before, after }: ChangeItemDocument, translation: Translation): string {
  const currencies = (after ?? before)?.['currencies'];
  return [countryName(key, translation), ...(Array.isArray(currencies) ? [currencies.join(', ')] : [])].join(' · ');
}
