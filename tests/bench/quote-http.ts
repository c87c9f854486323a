import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { accept } from '#core/result.ts';
import { systemClock } from '#server/platform/clock.ts';
import { ORDER_KEYS } from '#server/orders/access.ts';
import { createHttp } from '#server/platform/http/create-http.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { route } from '#server/platform/http/route.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { rateRoutes } from '#server/rates/routes.ts';
import type { Extent } from './extent.ts';
import { measure, type Until } from './load.ts';
import { demoRates } from './quote.ts';

const EXTENT = { full: { until: { seconds: 2 }, rounds: 5 }, short: { until: { requests: 40 }, rounds: 1 } } as const;
const CONNECTIONS = 20;

interface Target {
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
}

async function load({ url, body, contentType }: Target, until: Until): Promise<number> {
  const headers = { 'content-type': contentType, 'site-locale': 'ru' };
  return (await measure({ url, method: 'POST', body, headers, connections: CONNECTIONS, until })).rps;
}

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** A call of the API that does nothing, with the body of a quote. */
const nothing = endpoint({
  name: 'nothing',
  summary: 'Does nothing',
  method: 'POST',
  path: '/api/v1/nothing',
  action: 'exchange',
  body: z.object({ income_amount: z.string() }),
  reply: { kind: 'resource', type: 'rate_calculations', attributes: z.object({}), status: 200 },
  refusals: [],
  effect: 'calculation',
});

/** The product's server with quotes, a call and a route that do nothing; the route answers like the bare framework's. */
async function quoteServer(): Promise<FastifyInstance> {
  const rates = await demoRates();
  const quiet = () => undefined;
  return await createHttp({
    guestKeys: ORDER_KEYS,
    db: rates.db,
    clock: systemClock,
    secrets: createSecrets('a secret of the bench, long enough'),
    random: systemRandom,
    t: createTranslate(),
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    settings: { publicUrl: 'http://127.0.0.1', mode: 'demo' },
    authenticator: { authenticate: async () => ({ kind: 'guest' }) },
    limits: noRateLimits,
    routes: [...rateRoutes(rates), route(nothing, async () => accept({ data: { type: 'rate_calculations', id: '1', attributes: {} } }))],
    plugins: [async (app) => void app.post('/empty', async () => ({}))],
  });
}

const TARGETS = ['empty', 'route', 'call', 'quote'] as const;

/** Requests per second of one kind each. */
export type QuoteSpeeds = Readonly<Record<(typeof TARGETS)[number], number>>;

/**
 * G16: requests per second of an empty POST route of the bare framework, of the same route and an empty call of ours, and of the quote
 * call, in turns; the best round of each counts.
 */
export async function quoteBesideEmpty(extent: Extent): Promise<QuoteSpeeds> {
  const { until, rounds } = EXTENT[extent];
  const app = await quoteServer();
  const bare = fastify();
  bare.post('/empty', async () => ({}));
  const [url, bareUrl] = [`http://127.0.0.1:${await portOf(app)}`, `http://127.0.0.1:${await portOf(bare)}`];
  const attributes = { income_amount: '500', income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' };
  const body = JSON.stringify({ data: { type: 'rate_calculations', attributes } });
  const [json, document] = ['application/json', 'application/vnd.api+json'];
  const targets: Readonly<Record<keyof QuoteSpeeds, Target>> = {
    empty: { url: `${bareUrl}/empty`, body, contentType: json },
    route: { url: `${url}/empty`, body, contentType: json },
    call: { url: `${url}/api/v1/nothing`, body, contentType: document },
    quote: { url: `${url}/api/v1/rate_calculations/from_income`, body, contentType: document },
  };
  const speeds = { empty: 0, route: 0, call: 0, quote: 0 };
  for (let round = 0; round < rounds; round += 1)
    for (const name of TARGETS) speeds[name] = Math.max(speeds[name], await load(targets[name], until));
  await Promise.all([app.close(), bare.close()]);
  return speeds;
}
