import { type CountryAttributes, listCountries } from '#contract/countries.ts';
import { type AskedPair, excludedIn, refusedIn } from '#core/country-rules.ts';
import { COUNTRY_CODES } from '#core/countries.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';

const NAMES = { ru: new Intl.DisplayNames('ru', { type: 'region' }), en: new Intl.DisplayNames('en', { type: 'region' }) };
const nameOf = (code: string, locale: Locale): string => NAMES[locale].of(code) ?? code;

type CountryDeps = Pick<Deps, 'catalogue' | 'countries'>;

function pairOf({ catalogue }: CountryDeps, incomeId: string, outcomeId: string): AskedPair | undefined {
  const [income, outcome] = [catalogue.paymentSystem(incomeId), catalogue.paymentSystem(outcomeId)];
  const direction = catalogue.direction(incomeId, outcomeId);
  if (income === undefined || outcome === undefined || direction === undefined) return undefined;
  return { currencies: { income: income.currency, outcome: outcome.currency }, denied: direction.deniedCountries };
}

function attributesOf({ countries }: CountryDeps, code: string, pair: AskedPair | undefined, locale: Locale): CountryAttributes {
  const rules = countries.rules();
  const refused = pair === undefined ? null : refusedIn(code, rules, pair);
  return {
    name: nameOf(code, locale),
    allowed: refused === null,
    reason: refused?.reason ?? null,
    excluded_currency_iso_codes: [...excludedIn(rules, code)],
  };
}

/** `GET /countries` (domain 9): by the reader's language, from memory. */
export const countryRoutes = (deps: CountryDeps): Route[] => [
  route(listCountries, async ({ query, locale }) => {
    const { income_payment_system_id: incomeId, outcome_payment_system_id: outcomeId, code } = query;
    const isAsked = incomeId !== undefined && outcomeId !== undefined;
    const pair = isAsked ? pairOf(deps, incomeId, outcomeId) : undefined;
    if (isAsked && pair === undefined) return refuse({ code: 'direction_unavailable' });
    const data = COUNTRY_CODES.filter((one) => code === undefined || one === code).map((id) => ({
      type: 'countries',
      id,
      attributes: attributesOf(deps, id, pair, locale),
    }));
    const collator = new Intl.Collator(locale);
    return accept({ data: data.toSorted((a, b) => collator.compare(a.attributes.name, b.attributes.name)) });
  }),
];
