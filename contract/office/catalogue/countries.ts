import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const CountryRuleAttributes = z.object({
  /** ISO 3166 code, or `all`. */
  country: z.string(),
  /** Currencies that are not exchanged there. */
  currencies: z.array(z.string()),
});

export const officeListCountryRules = endpoint({
  name: 'officeListCountryRules',
  summary:
    'Lists currencies that are not exchanged, everywhere (`all`) or by country; changed as `country_rule` of `changes`, under their id',
  method: 'GET',
  path: '/api/office/v1/country_rules',
  reply: {
    kind: 'collection',
    type: 'country_rules',
    attributes: CountryRuleAttributes,
    meta: z.object({
      /** Countries and currencies available for rules. */
      countries: z.array(z.string()),
      currencies: z.array(z.string()),
      /** Number of directions closed to each country by their own settings. */
      denied_directions: z.record(z.string(), z.number()),
    }),
  },
  refusals: [],
  action: 'read_catalogue',
});
