import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const code = z.string().check(z.minLength(1), z.maxLength(20));

/** A country; its id is the ISO 3166 code. */
export const CountryAttributes = z.object({
  name: z.string(),
  /** Whether the queried pair is available there; true without a pair. */
  allowed: z.boolean(),
  reason: z.nullable(z.enum(['currency_excluded', 'direction_denied'])),
  excluded_currency_iso_codes: z.array(z.string()),
});
export type CountryAttributes = z.output<typeof CountryAttributes>;

export const listCountries = endpoint({
  name: 'listCountries',
  summary: 'Lists countries and whether a pair is available in each',
  method: 'GET',
  path: '/api/v1/countries',
  action: 'browse',
  scope: 'rates:read',
  query: z.object({
    income_payment_system_id: z.optional(code),
    outcome_payment_system_id: z.optional(code),
    /** Only this country. */
    code: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  }),
  reply: { kind: 'collection', type: 'countries', attributes: CountryAttributes },
  refusals: ['direction_unavailable'],
  cache: 'public',
});

/** Response of `/uploads/cs.json`: currencies that are not exchanged, everywhere and by country. */
export const CountrySettings = z.object({
  version: z.number(),
  excluded: z.object({ global: z.array(z.string()), by_country: z.record(z.string(), z.array(z.string())) }),
});

/** Response of `/geo/country` and of the geolocation service that configuration may set instead. */
export const CountryAnswer = z.object({ country: z.nullable(z.string()) });
