import { type CountryAttributes, listCountries } from '#contract/public/countries.ts';
import { type PairToCheck, excludedIn, countryRefusal } from '#core/country/country-rules.ts';
import { COUNTRY_CODES } from '#core/country/countries.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';

const NAMES = { ru: new Intl.DisplayNames('ru', { type: 'region' }), en: new Intl.DisplayNames('en', { type: 'region' }) };
const nameOf = (code: string, locale: Locale): string => NAMES[locale].of(code) ?? code;

type CountryDeps = Pick<Deps, 'catalogue' | 'countries'>;

function pairOf({ catalogue }: CountryDeps, incomeId: string, outcomeId: string): PairToCheck | undefined {
  const [income, outcome] = [catalogue.paymentSystem(incomeId), catalogue.paymentSystem(outcomeId)];
  const direction = catalogue.direction(incomeId, outcomeId);
  if (income === undefined || outcome === undefined || direction === undefined) return undefined;
  return { currencies: { income: income.currency, outcome: outcome.currency }, denied: direction.deniedCountries };
}

function attributesOf({ countries }: CountryDeps, code: string, pair: PairToCheck | undefined, locale: Locale): CountryAttributes {
  const rules = countries.rules();
  const refusal = pair === undefined ? null : countryRefusal(code, rules, pair);
  return {
    name: nameOf(code, locale),
    allowed: refusal === null,
    reason: refusal?.reason ?? null,
    excluded_currency_iso_codes: [...excludedIn(rules, code)],
  };
}

/** `GET /countries` (domain 9): sorted in the reader's language, served from memory. */
export const countryRoutes = (deps: CountryDeps): Route[] => [
  route(listCountries, async ({ query, locale }) => {
    const { income_payment_system_id: incomeId, outcome_payment_system_id: outcomeId, code } = query;
    const hasPair = incomeId !== undefined && outcomeId !== undefined;
    const pair = hasPair ? pairOf(deps, incomeId, outcomeId) : undefined;
    if (hasPair && pair === undefined) return refuse({ code: 'direction_unavailable' });
    const data = COUNTRY_CODES.filter((candidate) => code === undefined || candidate === code).map((id) => ({
      type: 'countries',
      id,
      attributes: attributesOf(deps, id, pair, locale),
    }));
    const collator = new Intl.Collator(locale);
    return accept({ data: data.toSorted((a, b) => collator.compare(a.attributes.name, b.attributes.name)) });
  }),
];
