import type { FastifyInstance } from 'fastify';

/** What pages of another origin ask for: the API, and the two files that go with it. */
const SHARED = /^\/(?:api|geo|uploads)\//;
const REQUEST_HEADERS = ['Accept', 'Content-Type', 'Site-Locale', 'Idempotency-Key', 'Last-Event-ID', 'If-None-Match'];
const REPLY_HEADERS = ['Location', 'Retry-After', 'ETag', 'Idempotency-Replayed'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PREFLIGHT_STANDS_SECONDS = '600';

interface Sharing {
  /** Headers of every answer that is not a page. */
  readonly headers: Readonly<Record<string, string>>;
  /** By which a guest shows the key of a thing. */
  readonly guestHeader: string;
}

/** Lets pages of the named origins ask the API with their visitors' cookies. An origin that is not named is never reflected (R48). */
export function shareWithOrigins(app: FastifyInstance, origins: readonly string[], { headers: base, guestHeader }: Sharing): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const { origin, 'access-control-request-method': wanted } = headers;
    if (!SHARED.test(url) || origin === undefined || !origins.includes(origin)) return undefined;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
    if (method !== 'OPTIONS' || wanted === undefined) return void reply.header('access-control-expose-headers', REPLY_HEADERS.join(', '));
    return await reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS.join(', '),
        ...base,
        'cache-control': 'no-store',
        'access-control-allow-headers': [...REQUEST_HEADERS, guestHeader].join(', '),
        'access-control-max-age': PREFLIGHT_STANDS_SECONDS,
      })
      .send();
  });
  // A cache keeps the answers to different origins apart
  app.addHook('onSend', async ({ url }, reply) => {
    if (!SHARED.test(url)) return;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
  });
}
