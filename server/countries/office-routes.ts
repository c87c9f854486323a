import { officeListCountryRules } from '#contract/office/catalogue/countries.ts';
import { COUNTRY_CODES } from '#core/country/countries.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { findRules } from './store.ts';

function deniedDirections({ catalogue }: Pick<Deps, 'catalogue'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { deniedCountries } of catalogue.directions()) {
    for (const code of deniedCountries) counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Office route that lists the country rules (domain 9); they are edited through `changes`. */
export const officeCountryRoutes = (deps: Pick<Deps, 'db' | 'catalogue'>): Route[] => [
  route(officeListCountryRules, async () => {
    const data = (await findRules(deps.db)).map(({ country, currencies }) => ({
      type: 'country_rules',
      id: country,
      attributes: { country, currencies },
    }));
    const currencies = [...new Set(deps.catalogue.paymentSystems().map(({ currency }) => currency))].toSorted();
    return accept({ data, meta: { countries: [...COUNTRY_CODES], currencies, denied_directions: deniedDirections(deps) } });
  }),
];
