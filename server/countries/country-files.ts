import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { CountryAnswer, CountrySettings } from '#contract/public/countries.ts';
import type * as z from 'zod/mini';
import type { Deps } from '#server/deps.ts';
import { createPublicCache } from '#server/platform/http/public-cache.ts';

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
