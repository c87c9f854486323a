import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const CountryRuleAttributes = z.object({
  /** Its letters, or `all`. */
  country: z.string(),
  /** Currencies that are not exchanged there. */
  currencies: z.array(z.string()),
});

export const officeListCountryRules = endpoint({
  name: 'officeListCountryRules',
  summary: 'Which currencies are not exchanged everywhere (`all`) or in a country; changed as `country_rule` of `changes`, under their id',
  method: 'GET',
  path: '/api/office/v1/country_rules',
  reply: {
    kind: 'collection',
    type: 'country_rules',
    attributes: CountryRuleAttributes,
    meta: z.object({
      /** Every country that a rule can be about, and every currency that the shop exchanges. */
      countries: z.array(z.string()),
      currencies: z.array(z.string()),
      /** How many directions are closed to which country by their own settings. */
      denied_directions: z.record(z.string(), z.number()),
    }),
  },
  refusals: [],
  action: 'read_catalogue',
});
