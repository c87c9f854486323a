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

/** Currencies that are not exchanged with visitors of a country. */
export interface StoredRule {
  readonly country: string;
  readonly currencies: readonly string[];
}

const documentOf = ({ country, currencies }: StoredRule) => ({ country, currencies: currencies.toSorted() });

/**
 * The change that gives a country these excluded currencies; none remove the rule. Undefined: no change. `stored`: the rule that the
 * operator saw; the server refuses it if outdated.
 */
export function changeOfRule(
  country: string,
  currencies: readonly string[],
  stored: StoredRule | undefined,
): ChangeItemDocument | undefined {
  const before = stored && documentOf(stored);
  const after = documentOf({ country, currencies });
  const item = { entity: 'country_rule', key: country } as const;
  if (before === undefined) return currencies.length === 0 ? undefined : { ...item, before: null, after };
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  if (currencies.length === 0) return { ...item, before, after: null };
  return { ...item, before: { currencies: before.currencies }, after: { currencies: after.currencies } };
}
