import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { breakOf } from '#core/switches.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createPublicCache } from '#server/platform/http/public-cache.ts';
import { rateItems, ratesJson, ratesXml, type RateItem } from './rate-file.ts';

type FileDeps = Pick<Deps, 'catalogue' | 'quotes' | 'switches'>;

type FileKind = 'xml' | 'json';

/** Everything a rate file is made of, by identity: as long as none of it has changed, the file stands. */
function ingredientsOf({ catalogue, quotes, switches }: FileDeps): readonly unknown[] {
  const systems = catalogue.paymentSystems();
  return [
    quotes.snapshot()?.id,
    switches.off(),
    systems,
    catalogue.directions(),
    ...systems.map((system) => catalogue.reserve(system.code)),
  ];
}

/** The monitors' codes; anything else cannot be named in their file. */
const CODE = /^[A-Z0-9]+$/;

/** In a technical break there is nothing to be had: no line, a valid file. */
function itemsOf({ catalogue, quotes, switches }: FileDeps): readonly RateItem[] {
  if (breakOf(switches.off()) !== null) return [];
  const items: RateItem[] = [];
  for (const direction of catalogue.directions()) {
    const price = CODE.test(direction.incomeCode) && CODE.test(direction.outcomeCode) ? quotes.priceOf(direction) : undefined;
    if (price?.ok) items.push(...rateItems(price.value, catalogue.reserve(direction.outcomeCode)));
  }
  return items;
}

function write(kind: FileKind, { quotes }: FileDeps, items: readonly RateItem[]): string {
  const snapshot = quotes.snapshot();
  const about = { taken_at: snapshot ? toRfc3339(snapshot.takenAt) : null, is_demo: snapshot?.isDemo ?? false };
  return kind === 'xml' ? ratesXml(items, about) : ratesJson(items, about);
}

/** The text of a rate file as it is now, made again only when prices, settings or reserves have changed. */
export function createRateFiles(deps: FileDeps): (kind: FileKind) => string {
  let from: readonly unknown[] = [];
  let items: readonly RateItem[] = [];
  const texts = new Map<FileKind, string>();
  return (kind) => {
    const now = ingredientsOf(deps);
    if (now.length !== from.length || now.some((part, i) => part !== from[i])) {
      [from, items] = [now, itemsOf(deps)];
      texts.clear();
    }
    const text = texts.get(kind) ?? write(kind, deps, items);
    texts.set(kind, text);
    return text;
  };
}

const MEDIA = { xml: 'application/xml; charset=utf-8', json: 'application/json; charset=utf-8' } as const satisfies Record<
  FileKind,
  string
>;

/** `/rates.xml` and `/rates.json` for exchange monitors (domain 9): from memory, with ETag and 304. Mounted beside the API, not JSON:API. */
export function rateFiles(deps: FileDeps): FastifyPluginAsync {
  const current = createRateFiles(deps);
  const cached = createPublicCache();
  const answerWith = (kind: FileKind) => async (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = request.headers['accept-encoding'];
    const answer = await cached(
      { status: 200, headers: {}, body: current(kind) },
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
