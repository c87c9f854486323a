import type { Module } from '#server/module.ts';
import { changeableCountryRule, judgeCountries } from './changeable.ts';
import { countryFiles, countryRoutes } from './routes.ts';
import { officeCountryRoutes } from './office-routes.ts';

export const countriesModule: Module = {
  name: 'countries',
  tables: ['country_rules', 'country_rules_version'],
  routes: (deps) => [...countryRoutes(deps), ...officeCountryRoutes(deps)],
  plugins: (deps) => [countryFiles(deps)],
  changeable: { country_rule: changeableCountryRule },
  judge: () => (_db, items) => Promise.resolve(judgeCountries(items)),
};
