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

/** Currencies that are not exchanged in a country, as they are known. */
export interface StoredRule {
  readonly country: string;
  readonly currencies: readonly string[];
}

const documentOf = ({ country, currencies }: StoredRule) => ({ country, currencies: currencies.toSorted() });

/**
 * Change of a country's rule to this value; no currencies: the rule is removed. Undefined: unchanged. `known`: the value that the operator
 * saw, for the check of concurrent changes.
 */
export function itemOf(country: string, currencies: readonly string[], known: StoredRule | undefined): ChangeItemDocument | undefined {
  const after = { country, currencies };
  const item = { entity: 'country_rule', key: country } as const;
  if (known === undefined) return currencies.length === 0 ? undefined : { ...item, before: null, after: documentOf(after) };
  const isSame = JSON.stringify(documentOf(known)) === JSON.stringify(documentOf(after));
  if (isSame) return undefined;
  if (currencies.length === 0) return { ...item, before: documentOf(known), after: null };
  return { ...item, before: { currencies: documentOf(known).currencies }, after: { currencies: documentOf(after).currencies } };
}
