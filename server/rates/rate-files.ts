import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createPublicCache } from '#server/platform/http/public-cache.ts';
import type { RateItem } from './rate-file.ts';
import { rateItems, ratesJson, ratesXml } from './rate-file.ts';

type FileDeps = Pick<Deps, 'catalogue' | 'quotes'>;

interface Files {
  readonly xml: string;
  readonly json: string;
}

/** Everything a rate file is made of, by identity: as long as none of it has changed, the file stands. */
function ingredientsOf({ catalogue, quotes }: FileDeps): readonly unknown[] {
  const systems = catalogue.paymentSystems();
  return [quotes.snapshot()?.id, systems, catalogue.directions(), ...systems.map((system) => catalogue.reserve(system.code))];
}

function makeFiles({ catalogue, quotes }: FileDeps): Files {
  const snapshot = quotes.snapshot();
  const items: RateItem[] = [];
  for (const direction of catalogue.directions()) {
    const price = quotes.priceOf(direction);
    if (price.ok) items.push(...rateItems(price.value, catalogue.reserve(direction.outcomeCode)));
  }
  const about = { taken_at: snapshot ? toRfc3339(snapshot.takenAt) : null, is_demo: snapshot?.isDemo ?? false };
  return { xml: ratesXml(items), json: ratesJson(items, about) };
}

/** The rate files as they are now, made again only when prices, settings or reserves have changed. */
export function createRateFiles(deps: FileDeps): () => Files {
  let made: { readonly from: readonly unknown[]; readonly files: Files } | undefined;
  return () => {
    const from = ingredientsOf(deps);
    if (made?.from.length === from.length && from.every((part, i) => part === made?.from[i])) return made.files;
    made = { from, files: makeFiles(deps) };
    return made.files;
  };
}

const MEDIA = { xml: 'application/xml; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** `/rates.xml` and `/rates.json` for exchange monitors (domain 9): from memory, with ETag and 304. Mounted beside the API, not JSON:API. */
export function rateFiles(deps: FileDeps): FastifyPluginAsync {
  const current = createRateFiles(deps);
  const cached = createPublicCache();
  const answerWith = (kind: keyof typeof MEDIA) => async (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = request.headers['accept-encoding'];
    const answer = await cached(
      { status: 200, headers: {}, body: current()[kind] },
      { ifNoneMatch: request.headers['if-none-match'], acceptEncoding: typeof encoding === 'string' ? encoding : undefined },
    );
    reply
      .code(answer.status)
      .headers({ ...answer.headers, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' });
    if (answer.status !== 304) reply.header('content-type', MEDIA[kind]);
    return reply.send(answer.body === '' ? undefined : Buffer.from(answer.body));
  };
  return async (app) => {
    app.get('/rates.xml', answerWith('xml'));
    app.get('/rates.json', answerWith('json'));
  };
}
