import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { JSON_API } from '#contract/document.ts';
import { openApi } from '#contract/openapi.ts';
import type { AnswerCode } from '#contract/refusals.ts';
import type { Refusal } from '#core/refusal.ts';
import { Unavailable } from '#server/platform/errors.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { inertHeaders, send } from './response.ts';
import { answerBrokenRequest, isAmbiguous } from './invalid-requests.ts';
import { closeGracefully, discardBody, limitConnections } from './connections.ts';
import type { HttpContext, Authenticator } from './context.ts';
import { createResourceUrl } from './data-document.ts';
import { type ErrorContext, faultResponse } from './refusal.ts';
import { limitHandlers, RESPONSE_DEADLINE_MS } from './deadlines.ts';
import { cutSlowBodies, cutSlowReaders } from './slow-clients.ts';
import { createEventStreams } from './events.ts';
import { createGuestCookies, type GuestKeys } from './guest-cookies.ts';
import { compileRoute, type Exchange, sendRefusals, sendRefused } from './handle-route.ts';
import { limitClientConcurrency, serializePipelines } from './fair-queue.ts';
import { limitRoutes, type RateLimits, TooManyRequests } from './rate-limits.ts';
import { allowOrigins } from './origins.ts';
import { pageSecurity } from './page-security.ts';
import { createPublicCache, tagOf } from './public-cache.ts';
import { rejectSignedCalls } from './signed-call.ts';
import type { Route } from './route.ts';
import { createUploadBudget } from './uploads.ts';

const MAX_BODY_BYTES = 256 * 1024;
const UPLOAD_WEIGHT = 4;
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the endpoint, for metrics and logs. */
    endpoint?: string;
  }
}

export interface HttpOptions extends Pick<HttpContext, 'db' | 'clock' | 'secrets' | 'log'> {
  readonly t: ErrorContext['t'];
  readonly random: { uuid(): string; bytes(length: number): Uint8Array };
  readonly routes: readonly Route[];
  readonly settings: { readonly publicUrl: string; readonly mode: 'demo' | 'production' };
  readonly authenticator: Authenticator;
  /** Authenticates signed calls; rejects all by default. */
  readonly authenticateSigned?: HttpContext['authenticateSigned'];
  readonly forwardToSandbox?: HttpContext['forwardToSandbox'];
  readonly limits: RateLimits;
  readonly guestKeys: GuestKeys;
  /** Addresses or networks (CIDR) whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  /** Other origins whose pages may call the API; none by default. */
  readonly apiOrigins?: readonly string[];
  /** Origin of error reporting, allowed to pages by the content security policy. */
  readonly reportOrigin?: string;
  /** Origin of the API, if it differs from that of the pages. */
  readonly pagesApiOrigin?: string;
  /** Origin of an external service that returns a visitor's country, allowed to pages. */
  readonly countryOrigin?: string;
  /** Origin of an external captcha, allowed to pages. */
  readonly captchaOrigin?: string;
  /** Pages and other routes outside the API, mounted after it one by one. */
  readonly plugins?: readonly FastifyPluginAsync[];
  /** Shorter in tests. */
  readonly responseDeadlineMs?: number;
  /** Hooks that observe all traffic: metrics, the recorder of tests. */
  readonly observe?: readonly ((app: FastifyInstance) => void)[];
}

/** Name of the session cookie, with the `__Host-` prefix where https allows it. */
export const sessionCookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-session' : 'session');

function contextOf(options: HttpOptions): HttpContext {
  const { publicUrl, mode } = options.settings;
  return {
    ...options,
    authenticateSigned: options.authenticateSigned ?? rejectSignedCalls,
    publicUrl,
    apiOrigins: options.apiOrigins ?? [],
    errorContext: { t: options.t, newId: () => options.random.uuid() },
    sessionCookie: sessionCookieName(publicUrl),
    guests: createGuestCookies({ ...options, publicUrl }),
    headers: inertHeaders(mode === 'production' || publicUrl.startsWith('https:')),
    resourceUrl: createResourceUrl(options.routes.map(({ endpoint }) => endpoint)),
    streams: createEventStreams((error) => logFailure(options.log, { error }, 'stream_failed')),
    uploads: createUploadBudget(),
    cachePublic: createPublicCache(),
    responseDeadlineMs: options.responseDeadlineMs ?? RESPONSE_DEADLINE_MS,
  };
}

/** Errors of Fastify itself by code; other errors below 500 are unreadable requests. */
const REFUSED_BY_FASTIFY: Readonly<Record<string, AnswerCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_ERR_BAD_URL: 'not_found',
};

const BODY_TOO_SLOW = Object.assign(new Error('the body comes too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** A short wait: an embedded database restarts within five seconds, a failover takes somewhat longer. */
const SERVICE_UNAVAILABLE: Refusal = { code: 'tech_break', message: 'away', params: { seconds: 3 } };

function sendError(context: HttpContext, error: FastifyError, { request, reply }: Exchange): FastifyReply {
  if (error instanceof Unavailable) {
    context.log.warn({ route: request.routeOptions.url ?? 'unknown', reason: error.message }, `${error.what}_away`);
    return sendRefusals(context, { request, reply }, [SERVICE_UNAVAILABLE]);
  }
  if (error instanceof TooManyRequests)
    return sendRefusals(context, { request, reply }, [{ code: 'too_many_requests', params: { seconds: error.seconds } }]);
  if (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    return sendRefusals(context, { request, reply }, [{ code: 'invalid_document' }]);
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return sendRefusals(context, { request, reply }, [{ code: REFUSED_BY_FASTIFY[error.code] ?? 'invalid_document' }]);
  }
  const faultId = context.errorContext.newId();
  context.log.error(
    { err: error, fault_id: faultId, method: request.method, route: request.routeOptions.url ?? 'unknown', request_id: request.id },
    'fault',
  );
  return sendRefused(context, { request, reply }, (locale) => faultResponse(context.errorContext, locale, faultId));
}

const toPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Only files are opened by browsers as documents of their own. */
const filePageOf = ({ reply, path }: Endpoint): { readonly filePage?: string } =>
  reply.kind === 'file' ? { filePage: reply.page ?? (path.startsWith('/api/office/') ? '/office/' : '/') } : {};

/** Share of a client's capacity (`weight`): streams are long-lived and take none; files are kept in memory. */
function weightOf({ reply, files }: Endpoint): number {
  if (reply.kind === 'stream') return 0;
  return files === undefined ? 1 : UPLOAD_WEIGHT;
}

function mountRoutes(api: FastifyInstance, routes: readonly Route[], context: HttpContext): void {
  for (const route of routes) {
    const { guard, handle } = compileRoute(route, context);
    const { endpoint } = route;
    api.route({
      method: endpoint.method,
      url: toPattern(endpoint.path),
      config: { endpoint: endpoint.name, weight: weightOf(endpoint), ...filePageOf(endpoint) },
      ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes }),
      onRequest: guard,
      handler: handle,
    });
  }
}

/** Other methods on known paths get 405 with the allowed methods. */
function mountOtherMethods(api: FastifyInstance, paths: ReadonlyMap<string, ReadonlySet<string>>, context: HttpContext): void {
  for (const [url, allowedHere] of paths) {
    const allowed = [...allowedHere, ...(allowedHere.has('GET') ? ['HEAD'] : [])];
    const method = [...METHODS, 'HEAD', 'OPTIONS'].filter((name) => !allowed.includes(name));
    api.route({
      method,
      url,
      onRequest: async (request, reply) =>
        sendRefusals(context, { request, reply: reply.header('allow', allowed.join(', ')) }, [{ code: 'method_not_allowed' }]),
      handler: () => undefined,
    });
  }
}

function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, ReadonlySet<string>> {
  const paths = new Map<string, Set<string>>([['/api/openapi.json', new Set(['GET'])]]);
  for (const { endpoint } of routes) {
    // Parameters of one path may have different names
    const url = toPattern(endpoint.path);
    paths.set(url, (paths.get(url) ?? new Set()).add(endpoint.method));
  }
  return paths;
}

/** The OpenAPI document is constant, so its bytes and tag are computed once. */
function mountOpenApi(api: FastifyInstance, { routes, settings }: HttpOptions, context: HttpContext): void {
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const body = Buffer.from(JSON.stringify(openApi(endpoints, settings.publicUrl)));
  const response = { status: 200, headers: { 'content-type': 'application/json' }, body, tag: tagOf(body) };
  const cachePublic = createPublicCache();
  api.get('/api/openapi.json', { config: { limit: 'description' } }, async (request, reply) => {
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': encoding } = request.headers;
    const acceptEncoding = typeof encoding === 'string' ? encoding : undefined;
    return send(reply, context.headers, await cachePublic(response, { ifNoneMatch, acceptEncoding }));
  });
}

async function mountApi(app: FastifyInstance, options: HttpOptions, context: HttpContext): Promise<void> {
  await app.register(async (api) => {
    // All bodies are read by our own parser, whatever their content type
    api.removeAllContentTypeParsers();
    // A parser for the exact type is found without parsing the header
    api.addContentTypeParser([JSON_API, '*'], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const { uploads = [], others = [] } = Object.groupBy(options.routes, ({ endpoint }) =>
      endpoint.files === undefined ? 'others' : 'uploads',
    );
    mountRoutes(api, others, context);
    // A scope of its own: the parser of forms adds hooks to each request
    await api.register(async (scope) => {
      await scope.register(multipart, { throwFileSizeLimit: false });
      mountRoutes(scope, uploads, context);
    });
    mountOpenApi(api, options, context);
    mountOtherMethods(api, methodsByPath(options.routes), context);
    const respondNotFound = async (request: FastifyRequest, reply: FastifyReply) =>
      sendRefusals(context, { request, reply }, [{ code: 'not_found' }]);
    api.route({ method: [...METHODS, 'HEAD', 'OPTIONS'], url: '/api/*', onRequest: respondNotFound, handler: () => undefined });
  });
}

/**
 * The HTTP server, not listening yet: JSON:API for the routes (contract 1), then the plugins. Commands run in one transaction with their
 * idempotency key. Faults are answered without internals.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const context = contextOf(options);
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    trustProxy: options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    genReqId: () => options.random.uuid(),
    // Sockets idle in the middle of a request or response are cut; a whole body may take longer at a steady pace
    connectionTimeout: 15_000,
    requestTimeout: 400_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    return503OnClosing: false,
    // The site is loaded by a plugin, which on a busy machine exceeds Fastify's default of 10 s
    pluginTimeout: 60_000,
    frameworkErrors: (error, request, reply) => {
      sendError(context, error, { request, reply });
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(context, error, socket),
  });
  serializePipelines(app.server);
  app.decorateRequest('elapsedMs', 0);
  // Before all other hooks: the time that they wait counts
  limitHandlers(app, context.responseDeadlineMs);
  // Before the limits: refused and waiting requests are measured too
  for (const observe of options.observe ?? []) observe(app);
  if (options.limits.areOn) limitClientConcurrency(app);
  if (options.limits.areOn) limitConnections(app, options.trustedProxies ?? []);
  cutSlowReaders(app);
  limitRoutes(app, options.limits);
  allowOrigins(app, context.apiOrigins, { headers: context.headers, guestHeader: options.guestKeys.header });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isAmbiguous(request.raw)) return done();
    sendRefusals(context, { request, reply: reply.header('connection', 'close') }, [{ code: 'invalid_document' }]);
  });
  closeGracefully(app);
  cutSlowBodies(app, (request) => answerBrokenRequest(context, BODY_TOO_SLOW, request.socket));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await discardBody(request.raw);
    return sendError(context, error, { request, reply });
  });
  app.setNotFoundHandler((request, reply) => sendRefusals(context, { request, reply }, [{ code: 'not_found' }]));
  app.addHook('preClose', async () => context.streams.close());
  await mountApi(app, options, context);
  // A separate scope: API responses set their own headers
  await app.register(async (pages) => {
    await pageSecurity(pages, {
      isHttps: 'strict-transport-security' in context.headers,
      ...(options.reportOrigin === undefined ? {} : { reportOrigin: options.reportOrigin }),
      ...(options.pagesApiOrigin === undefined ? {} : { apiOrigin: options.pagesApiOrigin }),
      ...(options.countryOrigin === undefined ? {} : { countryOrigin: options.countryOrigin }),
      ...(options.captchaOrigin === undefined ? {} : { captchaOrigin: options.captchaOrigin }),
    });
    for (const plugin of options.plugins ?? []) await pages.register(plugin);
  });
  return app;
}
