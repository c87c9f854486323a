/** The rule that is in force everywhere, also where nobody knows the country. */
export const EVERYWHERE = 'all';

/** Currencies that are not exchanged, by country and everywhere (domain 9, "Countries"). */
export interface CountryRules {
  readonly version: number;
  readonly everywhere: readonly string[];
  readonly byCountry: Readonly<Record<string, readonly string[]>>;
}

export const NO_COUNTRY_RULES: CountryRules = { version: 1, everywhere: [], byCountry: {} };

/** What is not exchanged with a visitor of this country: the union of both lists (spec 7). Null: nobody knows where he is. */
export const excludedIn = ({ everywhere, byCountry }: CountryRules, country: string | null): ReadonlySet<string> =>
  new Set([...everywhere, ...(country === null || !Object.hasOwn(byCountry, country) ? [] : (byCountry[country] ?? []))]);

/** Whether nobody gets this currency, wherever they are. */
const isExcludedEverywhere = ({ everywhere }: CountryRules, currency: string): boolean => everywhere.includes(currency);

/** A pair as a visitor of some country meets it. */
export interface AskedPair {
  readonly currencies: { readonly income: string; readonly outcome: string };
  /** Where the direction is not offered. */
  readonly denied: readonly string[];
}

/** Why a pair is closed to a country; `side` of a currency that is not exchanged there. */
export type CountryRefusal =
  | { readonly reason: 'direction_denied' }
  | {
      readonly reason: 'currency_excluded';
      readonly side: 'income' | 'outcome';
      readonly currency: string;
      /** By the list for everybody, not only by the one of the visitor's country. */
      readonly isEverywhere: boolean;
    };

/** Null: open. Who is nowhere in particular is refused only what nobody gets. */
export function refusedIn(country: string | null, rules: CountryRules, { currencies, denied }: AskedPair): CountryRefusal | null {
  const excluded = excludedIn(rules, country);
  const side = (['income', 'outcome'] as const).find((one) => excluded.has(currencies[one]));
  if (side !== undefined) {
    const currency = currencies[side];
    return { reason: 'currency_excluded', side, currency, isEverywhere: isExcludedEverywhere(rules, currency) };
  }
  return country !== null && denied.includes(country) ? { reason: 'direction_denied' } : null;
}
