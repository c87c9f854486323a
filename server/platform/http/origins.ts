import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an origin is ours: the public one, or for local use the loopback address of the request. */
function isSameOrigin(origin: string, publicOrigin: string, host: string | undefined): boolean {
  if (origin === publicOrigin) return true;
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  return LOOPBACK.has(new URL(`http://${host}`).hostname) && (origin === `http://${host}` || origin === `https://${host}`);
}

/**
 * Cross-site guard of unsafe calls (contract 1). Refuses a foreign or `null` Origin. Without an Origin `Site-Locale` must be present:
 * forms and foreign pages cannot send it.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: string, allowedOrigins: readonly string[] = []): boolean {
  const { origin } = headers;
  if (origin !== undefined) return !allowedOrigins.includes(origin) && !isSameOrigin(origin, new URL(publicUrl).origin, headers.host);
  return headers['site-locale'] === undefined || headers['sec-fetch-site'] === 'cross-site';
}

/** Cross-site guard of posted forms, which cannot send our header: the Origin or `Sec-Fetch-Site` must be our own. */
export function isForeignForm(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers.origin !== undefined) return !isSameOrigin(headers.origin, new URL(publicUrl).origin, headers.host);
  return headers['sec-fetch-site'] === 'cross-site';
}

/** Paths that pages of another origin may call. */
const SHARED_PATHS = /^\/(?:api|geo|uploads)\//;
const REQUEST_HEADERS = ['Accept', 'Content-Type', 'Site-Locale', 'Idempotency-Key', 'Last-Event-ID', 'If-None-Match'];
const REPLY_HEADERS = ['Location', 'Retry-After', 'ETag', 'Idempotency-Replayed'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PREFLIGHT_MAX_AGE_SECONDS = '600';

interface CorsOptions {
  /** Headers of every response that is not a page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Header with a guest's token. */
  readonly guestHeader: string;
}

/** Lets pages of the allowed origins call the API with cookies (CORS). Other origins are never reflected (R48). */
export function allowOrigins(app: FastifyInstance, origins: readonly string[], { headers: base, guestHeader }: CorsOptions): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const { origin, 'access-control-request-method': requestedMethod } = headers;
    if (!SHARED_PATHS.test(url) || origin === undefined || !origins.includes(origin)) return undefined;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
    if (method !== 'OPTIONS' || requestedMethod === undefined)
      return void reply.header('access-control-expose-headers', REPLY_HEADERS.join(', '));
    return await reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS.join(', '),
        ...base,
        'cache-control': 'no-store',
        'access-control-allow-headers': [...REQUEST_HEADERS, guestHeader].join(', '),
        'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
      })
      .send();
  });
  // Caches must store responses per origin
  app.addHook('onSend', async ({ url }, reply) => {
    if (!SHARED_PATHS.test(url)) return;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
  });
}
