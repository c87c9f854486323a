import multipart from '@fastify/multipart';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyPluginAsync, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { openApi } from '#contract/openapi.ts';
import type { AnswerCode } from '#contract/refusals.ts';
import type { Refusal } from '#core/refusal.ts';
import { Away } from '#server/platform/away.ts';
import { logThrown } from '#server/platform/db/away.ts';
import { inertHeaders, send } from './answer.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { isAmbiguous } from './check-head.ts';
import { closeGently } from './close-gently.ts';
import type { HttpContext, Visitors } from './context.ts';
import { selfAddresses } from './data-document.ts';
import { faultAnswer, type Words } from './error-document.ts';
import { ANSWER_MS } from './answer-in-time.ts';
import { cutSlowReaders } from './cut-slow-readers.ts';
import { createEventStreams } from './events.ts';
import { createGuestCookies, type GuestKeys } from './guest-cookies.ts';
import { compileRoute, type Exchange, sendRefusals, sendRefused } from './handle-route.ts';
import { answerInTurn } from './in-turn.ts';
import { limitConnections } from './limit-connections.ts';
import { limitRoutes } from './limit-routes.ts';
import { readOn } from './linger.ts';
import { shareWithOrigins } from './named-origins.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { pageSecurity } from './page-security.ts';
import { createPublicCache, tagOf } from './public-cache.ts';
import { noSignedCalls } from './signed-call.ts';
import { cutSlowBodies } from './slow-bodies.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Route } from './route.ts';
import { TooManyRequests } from './too-many.ts';
import { createUploadBudget } from './upload-budget.ts';

const MAX_BODY_BYTES = 256 * 1024;
const UPLOAD_WEIGHT = 4;
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the endpoint a route answers, for metrics and logs. */
    endpoint?: string;
  }
}

export interface HttpOptions extends Pick<HttpContext, 'db' | 'clock' | 'secrets' | 'log'> {
  readonly t: Words['t'];
  readonly random: { uuid(): string; bytes(length: number): Uint8Array };
  readonly routes: readonly Route[];
  readonly settings: { readonly publicUrl: string; readonly mode: 'demo' | 'production' };
  readonly visitors: Visitors;
  /** Who signs calls; nobody unless told. */
  readonly signedGate?: HttpContext['signedGate'];
  readonly elsewhere?: HttpContext['elsewhere'];
  readonly limits: RateLimits;
  readonly guestKeys: GuestKeys;
  /** Addresses or networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  /** Other origins whose pages may ask the API; none unless told. */
  readonly apiOrigins?: readonly string[];
  /** Origin of error reporting, allowed to pages. */
  readonly reportOrigin?: string;
  /** Where pages ask the API, if at another origin than theirs. */
  readonly pagesApiOrigin?: string;
  /** Origin of another service of countries, allowed to pages. */
  readonly countryOrigin?: string;
  /** Origin of another service's captcha, allowed to pages. */
  readonly captchaOrigin?: string;
  /** Pages and other routes outside the API, mounted after it in order. */
  readonly plugins?: readonly FastifyPluginAsync[];
  /** Shorter in tests. */
  readonly answerMs?: number;
  /** Hooks that see all traffic: metrics, the recorder of tests. */
  readonly observe?: readonly ((app: FastifyInstance) => void)[];
}

/** Name of the session cookie: bound to the host where https allows it. */
export const sessionCookieName = (publicUrl: string): string => (publicUrl.startsWith('https:') ? '__Host-session' : 'session');

function contextOf(options: HttpOptions): HttpContext {
  const { publicUrl, mode } = options.settings;
  return {
    ...options,
    signedGate: options.signedGate ?? noSignedCalls,
    publicUrl,
    apiOrigins: options.apiOrigins ?? [],
    words: { t: options.t, newId: () => options.random.uuid() },
    sessionCookie: sessionCookieName(publicUrl),
    guests: createGuestCookies({ ...options, publicUrl }),
    headers: inertHeaders(mode === 'production' || publicUrl.startsWith('https:')),
    selfOf: selfAddresses(options.routes.map(({ endpoint }) => endpoint)),
    streams: createEventStreams((error) => logThrown(options.log, { error }, 'stream_failed')),
    uploads: createUploadBudget(),
    cached: createPublicCache(),
    answerMs: options.answerMs ?? ANSWER_MS,
  };
}

/** What Fastify itself refuses, by its error codes; other errors below 500 are unreadable requests. */
const REFUSED_BY_FASTIFY: Readonly<Record<string, AnswerCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_ERR_BAD_URL: 'not_found',
};

const TOO_SLOW = Object.assign(new Error('the body comes too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** An embedded database is back within five seconds; a failover takes some more. */
const AWAY: Refusal = { code: 'tech_break', message: 'away', params: { seconds: 3 } };

function answerError(context: HttpContext, error: FastifyError, { request, reply }: Exchange): FastifyReply {
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return sendRefusals(context, { request, reply }, [AWAY]);
  if (error instanceof Away) {
    context.log.warn({ route: request.routeOptions.url ?? 'unknown', reason: error.message }, `${error.what}_away`);
    return sendRefusals(context, { request, reply }, [AWAY]);
  }
  if (error instanceof TooManyRequests)
    return sendRefusals(context, { request, reply }, [{ code: 'too_many_requests', params: { seconds: error.seconds } }]);
  if (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    return sendRefusals(context, { request, reply }, [{ code: 'invalid_document' }]);
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return sendRefusals(context, { request, reply }, [{ code: REFUSED_BY_FASTIFY[error.code] ?? 'invalid_document' }]);
  }
  const faultId = context.words.newId();
  context.log.error(
    { err: error, fault_id: faultId, method: request.method, route: request.routeOptions.url ?? 'unknown', request_id: request.id },
    'fault',
  );
  return sendRefused(context, { request, reply }, (locale) => faultAnswer(context.words, locale, faultId));
}

const toPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Only files are opened as documents of their own. */
const filePageOf = ({ reply, path }: Endpoint): { readonly filePage?: string } =>
  reply.kind === 'file' ? { filePage: reply.page ?? (path.startsWith('/api/office/') ? '/office/' : '/') } : {};

/** Of a client's capacity: streams last, files are kept in memory. */
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
      onRequest: async (request, reply) => ((await guard(request, reply)) ? reply : undefined),
      handler: handle,
    });
  }
}

/** Known addresses answer other methods with 405 and the list of their own. */
function mountOtherMethods(api: FastifyInstance, paths: ReadonlyMap<string, ReadonlySet<string>>, context: HttpContext): void {
  for (const [url, own] of paths) {
    const allowed = [...own, ...(own.has('GET') ? ['HEAD'] : [])];
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
    // Parameters may be named differently on the same place
    const url = toPattern(endpoint.path);
    paths.set(url, (paths.get(url) ?? new Set()).add(endpoint.method));
  }
  return paths;
}

/** The description of the API never changes while the process runs: its bytes and its tag are made once. */
function mountDescription(api: FastifyInstance, { routes, settings }: HttpOptions, context: HttpContext): void {
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const body = Buffer.from(JSON.stringify(openApi(endpoints, settings.publicUrl)));
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body, tag: tagOf(body) };
  const cached = createPublicCache();
  api.get('/api/openapi.json', { config: { limit: 'description' } }, async (request, reply) => {
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': encoding } = request.headers;
    const acceptEncoding = typeof encoding === 'string' ? encoding : undefined;
    return send(reply, context.headers, await cached(answer, { ifNoneMatch, acceptEncoding }));
  });
}

async function mountApi(app: FastifyInstance, options: HttpOptions, context: HttpContext): Promise<void> {
  await app.register(async (api) => {
    // Bodies are read by one function of ours, whatever their type says
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    await api.register(multipart, { throwFileSizeLimit: false });
    mountRoutes(api, options.routes, context);
    mountDescription(api, options, context);
    mountOtherMethods(api, methodsByPath(options.routes), context);
    const nowhere = async (request: FastifyRequest, reply: FastifyReply) =>
      sendRefusals(context, { request, reply }, [{ code: 'not_found' }]);
    api.route({ method: [...METHODS, 'HEAD', 'OPTIONS'], url: '/api/*', onRequest: nowhere, handler: () => undefined });
  });
}

/**
 * The HTTP side of the process: JSON:API for any list of routes (contract 1), then the given plugins. Nothing listens yet.
 * Commands run in one transaction with their idempotency key; refusals are answered, faults are logged once and answered without internals.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const context = contextOf(options);
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    trustProxy: options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    genReqId: () => options.random.uuid(),
    // No socket rests for longer in the middle of a request or an answer; whole bodies may take their time at a decent pace
    connectionTimeout: 15_000,
    requestTimeout: 400_000,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 2_000 },
    return503OnClosing: false,
    // The site is loaded by a plugin: on a busy machine that takes longer than the 10 s after which Fastify gives up a start
    pluginTimeout: 60_000,
    frameworkErrors: (error, request, reply) => {
      answerError(context, error, { request, reply });
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(context, error, socket),
  });
  oneAtATime(app.server);
  if (options.limits.areOn) answerInTurn(app);
  for (const observe of options.observe ?? []) observe(app);
  if (options.limits.areOn) limitConnections(app, options.trustedProxies ?? []);
  cutSlowReaders(app);
  // Endpoints keep their own time, and large bodies take theirs
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint === undefined) route.handlerTimeout ??= context.answerMs;
  });
  limitRoutes(app, options.limits);
  shareWithOrigins(app, context.apiOrigins, { headers: context.headers, guestHeader: options.guestKeys.header });
  app.addHook('onRequest', async (request, reply) =>
    isAmbiguous(request.raw)
      ? sendRefusals(context, { request, reply: reply.header('connection', 'close') }, [{ code: 'invalid_document' }])
      : undefined,
  );
  closeGently(app);
  cutSlowBodies(app, (request) => answerBrokenRequest(context, TOO_SLOW, request.socket));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await readOn(request.raw);
    return answerError(context, error, { request, reply });
  });
  app.setNotFoundHandler((request, reply) => sendRefusals(context, { request, reply }, [{ code: 'not_found' }]));
  app.addHook('preClose', async () => context.streams.close());
  await mountApi(app, options, context);
  // In a scope of its own: answers of the API bring their headers themselves
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
