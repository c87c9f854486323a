import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const code = z.string().check(z.minLength(1), z.maxLength(20));

/** A country by its ISO 3166 letters, which are its id, and what a visitor from there is not offered. */
export const CountryAttributes = z.object({
  name: z.string(),
  /** Whether the pair asked about is exchanged there; without a pair always. */
  allowed: z.boolean(),
  reason: z.nullable(z.enum(['currency_excluded', 'direction_denied'])),
  excluded_currency_iso_codes: z.array(z.string()),
});
export type CountryAttributes = z.output<typeof CountryAttributes>;

export const listCountries = endpoint({
  name: 'listCountries',
  summary: 'Countries, and in which of them a pair is exchanged',
  method: 'GET',
  path: '/api/v1/countries',
  action: 'browse',
  scope: 'rates:read',
  query: z.object({
    income_payment_system_id: z.optional(code),
    outcome_payment_system_id: z.optional(code),
    /** This country alone (ours). */
    code: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  }),
  reply: { kind: 'collection', type: 'countries', attributes: CountryAttributes },
  refusals: ['direction_unavailable'],
  cache: 'public',
});

/** `/uploads/cs.json`: which currencies are not exchanged, everywhere and by country. */
export const CountrySettings = z.object({
  version: z.number(),
  excluded: z.object({ global: z.array(z.string()), by_country: z.record(z.string(), z.array(z.string())) }),
});

/** `/geo/country`, and whatever service the configuration names instead of it. */
export const CountryAnswer = z.object({ country: z.nullable(z.string()) });
