import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type CountryAnswer, type CountryAttributes, type CountrySettings, listCountries } from '#contract/public/countries.ts';
import { COUNTRY_CODES } from '#core/country/countries.ts';
import { countryRefusal, excludedIn, type PairToCheck } from '#core/country/country-rules.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { createPublicCache } from '#server/platform/http/public-cache.ts';
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

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * `/uploads/cs.json` and `/geo/country` (domain 9), next to the API. The rules are public and cached with an ETag; the visitor's
 * country is never cached.
 */
export function countryFiles({ countries }: Pick<Deps, 'countries'>): FastifyPluginAsync {
  const cached = createPublicCache();
  const settings = async (request: FastifyRequest, reply: FastifyReply) => {
    const { version, everywhere, byCountry } = countries.rules();
    const body: z.input<typeof CountrySettings> = {
      version,
      excluded: {
        global: [...everywhere],
        by_country: Object.fromEntries(Object.entries(byCountry).map(([country, currencies]) => [country, [...currencies]])),
      },
    };
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': encoding } = request.headers;
    const response = await cached(
      { status: 200, headers: {}, body: JSON.stringify(body) },
      { ifNoneMatch, acceptEncoding: typeof encoding === 'string' ? encoding : undefined },
    );
    reply.code(response.status).headers({ ...response.headers, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' });
    if (response.status !== 304) reply.header('content-type', JSON_TYPE);
    return reply.send(response.body.length === 0 ? undefined : response.body);
  };
  const country = async (request: FastifyRequest, reply: FastifyReply) => {
    const header = (name: string) => {
      const value = request.headers[name.toLowerCase()];
      return typeof value === 'string' ? value : undefined;
    };
    const body: z.input<typeof CountryAnswer> = { country: await countries.countryOf({ ip: request.ip, header }) };
    return reply
      .headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff', 'content-type': JSON_TYPE })
      .send(JSON.stringify(body));
  };
  return async (app) => {
    app.get('/uploads/cs.json', settings);
    app.get('/geo/country', country);
  };
}
