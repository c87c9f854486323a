import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { systemClock } from '#server/platform/clock.ts';
import { ORDER_KEYS } from '#server/orders/access.ts';
import { createHttp } from '#server/platform/http/create-http.ts';
import { noRateLimits } from '#server/platform/http/rate-limits.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { rateRoutes } from '#server/rates/routes.ts';
import type { Extent } from './extent.ts';
import { measure } from './load.ts';
import { demoRates } from './quote.ts';

const EXTENT = { full: { seconds: 2, rounds: 5 }, short: { seconds: 1, rounds: 1 } } as const;
const CONNECTIONS = 20;

interface Target {
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
}

async function load({ url, body, contentType }: Target, seconds: number): Promise<number> {
  const headers = { 'content-type': contentType, 'site-locale': 'ru' };
  return (await measure({ url, method: 'POST', body, headers, connections: CONNECTIONS, seconds })).rps;
}

const best = (values: readonly number[]): number => Math.max(...values);

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** G16: requests per second of the quote call and of an empty POST route of the bare framework, in turns; the best round of each counts. */
export async function quoteBesideEmpty(
  extent: Extent,
): Promise<{ readonly quote: number; readonly empty: number; readonly ratio: number }> {
  const { seconds, rounds } = EXTENT[extent];
  const rates = await demoRates();
  const quiet = () => undefined;
  const app = await createHttp({
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
    routes: rateRoutes(rates),
    plugins: [],
  });
  const bare = fastify();
  bare.post('/empty', async () => ({}));
  const [port, barePort] = [await portOf(app), await portOf(bare)];
  const attributes = { income_amount: '500', income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' };
  const body = JSON.stringify({ data: { type: 'rate_calculations', attributes } });
  const [quotes, empties]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    empties.push(await load({ url: `http://127.0.0.1:${barePort}/empty`, body, contentType: 'application/json' }, seconds));
    const url = `http://127.0.0.1:${port}/api/v1/rate_calculations/from_income`;
    quotes.push(await load({ url, body, contentType: 'application/vnd.api+json' }, seconds));
  }
  await Promise.all([app.close(), bare.close()]);
  return { quote: best(quotes), empty: best(empties), ratio: best(quotes) / best(empties) };
}
