/** Key of the rule that applies in every country, and where the country is unknown. */
export const EVERYWHERE = 'all';

/** Currencies that are not exchanged, by country and everywhere (domain 9, "Countries"). */
export interface CountryRules {
  readonly version: number;
  readonly everywhere: readonly string[];
  readonly byCountry: Readonly<Record<string, readonly string[]>>;
}

export const NO_COUNTRY_RULES: CountryRules = { version: 1, everywhere: [], byCountry: {} };

/** Currencies not exchanged with a visitor of this country: the union of both lists (spec 7). Null: the country is unknown. */
export const excludedIn = ({ everywhere, byCountry }: CountryRules, country: string | null): ReadonlySet<string> =>
  new Set([...everywhere, ...(country === null || !Object.hasOwn(byCountry, country) ? [] : (byCountry[country] ?? []))]);

/** Whether this currency is excluded in every country. */
const isExcludedEverywhere = ({ everywhere }: CountryRules, currency: string): boolean => everywhere.includes(currency);

/** A pair with the countries that its direction excludes. */
export interface PairToCheck {
  readonly currencies: { readonly income: string; readonly outcome: string };
  /** Countries where the direction is not offered. */
  readonly denied: readonly string[];
}

/** Why a pair is closed to a country. `side`: the side whose currency is not exchanged there. */
export type CountryRefusal =
  | { readonly reason: 'direction_denied' }
  | {
      readonly reason: 'currency_excluded';
      readonly side: 'income' | 'outcome';
      readonly currency: string;
      /** Excluded for every country, not only for the visitor's. */
      readonly isEverywhere: boolean;
    };

/** Why a pair is not offered in a country; null if it is. In an unknown country only currencies that are excluded everywhere are refused. */
export function countryRefusal(country: string | null, rules: CountryRules, { currencies, denied }: PairToCheck): CountryRefusal | null {
  const excluded = excludedIn(rules, country);
  const side = (['income', 'outcome'] as const).find((pairSide) => excluded.has(currencies[pairSide]));
  if (side !== undefined) {
    const currency = currencies[side];
    return { reason: 'currency_excluded', side, currency, isEverywhere: isExcludedEverywhere(rules, currency) };
  }
  return country !== null && denied.includes(country) ? { reason: 'direction_denied' } : null;
}
