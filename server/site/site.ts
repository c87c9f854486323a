import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RequestHandler, RouterContextProvider } from 'react-router';
import { DatabaseAway, logThrown } from '#server/platform/db/away.ts';
import type { Log } from '#server/platform/log.ts';
import type { GuestCookies } from '#server/platform/http/guest-cookies.ts';
import { loadSite, type PageRequest, type PageTransport, type SiteBuild } from './build.ts';
import { AWAY_SECONDS, failurePage } from './failure-page.ts';

export interface SiteOptions {
  /** Absolute path of `build/web`. */
  readonly buildFolder: string;
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  /** DSN for the browser's error reports, null when there is none. */
  readonly sentryDsn: string | null;
  /** Whom to write to, null where nobody is named. */
  readonly supportEmail: string | null;
  readonly log: Log;
  readonly guests: GuestCookies;
  /** Development only: pages come from the sources, as they are at each request. */
  readonly fromSources?: boolean;
}

/** Empty steps, backslashes and packed slashes: no page has them, and a link made of them could lead to another site. */
const NO_PATH = /^[^?]*?(?:\/\/|\\|%5c|%2f|%00)/i;
/** What our pages' forms send; another body would break their reading. */
const FORM = /^application\/x-www-form-urlencoded(?:;|$)/i;
/** Addresses that are never a page: their unknown ones get the API's own not-found answer. */
const NOT_PAGES = /^\/(?:api|callbacks|uploads|geo|health|metrics|sandbox|office)(?:\/|$|\?)/;
const YEAR_MS = 31_536_000_000;
/** The largest form of a page is a filled order. */
const MAX_FORM_BYTES = 64 * 1024;

/** The customers' site: server-rendered pages and their assets, in the process of the API that they ask. */
export function site(options: SiteOptions): FastifyPluginAsync {
  return async (app) => {
    await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1_024 });
    if (options.fromSources === true) {
      const { openSources } = await import('./sources.ts');
      await servePages(app, options, await openSources(app));
      return;
    }
    await serveAssets(app, `${options.buildFolder}/client`);
    const build = await loadSite(options.buildFolder);
    await servePages(app, options, { mode: 'production', current: async () => build });
  };
}

async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${folder}/assets`,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_MS,
    decorateReply: false,
    index: false,
  });
}

/** Where pages come from: the one build, or the sources as they are now. */
export interface PageSource {
  readonly mode: 'production' | 'development';
  current(): Promise<SiteBuild>;
}

/** Makes the handler once per build. */
function handlerOf(source: PageSource, publicUrl: string) {
  let made: { readonly build: SiteBuild; readonly handle: RequestHandler } | undefined;
  return async () => {
    const build = await source.current();
    if (made?.build !== build) {
      made = { build, handle: createRequestHandler({ ...build.server, allowedActionOrigins: [new URL(publicUrl).host] }, source.mode) };
    }
    return made;
  };
}

async function servePages(app: FastifyInstance, options: SiteOptions, source: PageSource): Promise<void> {
  const currentHandler = handlerOf(source, options.publicUrl);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    // What asset paths climb out with, and the like: refused by the library that serves them
    if (((error as { statusCode?: number }).statusCode ?? 500) < 500) return reply.callNotFound();
    logThrown(options.log, { error, url: request.url }, 'page_failed');
    return failed(reply, request, error instanceof DatabaseAway ? 503 : 500);
  });
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '*',
    handler: async (request, reply) => {
      if (NOT_PAGES.test(request.url)) return reply.callNotFound();
      if (NO_PATH.test(request.url)) return failed(reply, request, 404);
      if (request.method === 'POST' && !FORM.test(request.headers['content-type'] ?? '')) return failed(reply, request, 415);
      if (request.method === 'POST' && !isSmallForm(request)) return failed(reply, request, 413);
      const { build, handle } = await currentHandler();
      const context = new RouterContextProvider();
      const weather = { isAway: false };
      context.set(build.pageContext, pageRequest(app, { options, request, reply, weather }));
      const response = await handle(createRequest(request.raw, reply.raw), context);
      // A page that could not be made because the API had nothing to ask says that, and when to come back
      if (weather.isAway && response.status >= 500) return failed(reply, request, 503);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-cache');
      introduceGuest(options.guests, request, response);
      return reply.send(response);
    },
  });
}

/** Gives a browser the key it will be known by, with the first page that is its own and nobody else's. */
function introduceGuest(guests: GuestCookies, request: FastifyRequest, response: Response): void {
  const isShared = response.headers.get('cache-control')?.includes('public') === true;
  if (!isShared && guests.keyOf(request.headers.cookie) === undefined) response.headers.append('set-cookie', guests.newKey());
}

/** Pages read their forms whole, so a body must say its size, and it must be small. */
function isSmallForm(request: FastifyRequest): boolean {
  const size = Number(request.headers['content-length'] ?? Number.NaN);
  return size <= MAX_FORM_BYTES;
}

const PAGES = { 404: 'nowhere', 413: 'failure', 415: 'failure', 500: 'failure', 503: 'away' } as const;

function failed(reply: FastifyReply, request: FastifyRequest, status: 404 | 413 | 415 | 500 | 503): FastifyReply {
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (status === 503) reply.header('retry-after', String(AWAY_SECONDS));
  return reply.send(failurePage(request.url, PAGES[status]));
}

interface Exchange {
  readonly options: SiteOptions;
  /** Whether the API said, while the page was made, that the database is away. */
  readonly weather: { isAway: boolean };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function pageRequest(app: FastifyInstance, { options, request, reply, weather }: Exchange): PageRequest {
  const { publicUrl, mode, sentryDsn, supportEmail, log } = options;
  return {
    publicUrl,
    mode,
    sentryDsn,
    supportEmail,
    nonce: nonceOf(reply),
    api: (locale) => innerTransport(app, { request, weather }, locale),
    sendFormsTo: (origin) => allowForms(reply, origin),
    holdOrder: (orderId) => options.guests.holdOrder(request.headers.cookie, orderId),
    report: (error) => log.error({ err: error, url: request.url }, 'page_failed'),
  };
}

const POLICY = 'content-security-policy';

/** Changes the policy of one answer, which the security headers have written by now: forms go to this origin alone. */
function allowForms(reply: FastifyReply, origin: string): void {
  const policy = reply.raw.getHeader(POLICY);
  if (typeof policy === 'string')
    reply.raw.setHeader(POLICY, policy.replace("form-action 'self'", `form-action ${new URL(origin).origin}`));
}

/** Set by the security headers where they are registered. */
function nonceOf(reply: FastifyReply): string {
  const { cspNonce } = reply as { readonly cspNonce?: { readonly script: string } };
  return cspNonce?.script ?? '';
}

/** Calls the API as the visitor of the page: with his cookies, from his address. */
function innerTransport(app: FastifyInstance, { request, weather }: Pick<Exchange, 'request' | 'weather'>, locale: string): PageTransport {
  return {
    locale,
    async send({ method, url, headers, body }) {
      const answer = await app.inject({
        method: method as 'GET',
        url,
        remoteAddress: request.ip,
        headers: {
          ...headers,
          ...(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie }),
          ...(request.headers.host === undefined ? {} : { host: request.headers.host }),
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      weather.isAway ||= answer.statusCode === 503 && answer.headers['retry-after'] !== undefined;
      const header = (name: string): string | undefined => {
        const value = answer.headers[name];
        return value === undefined || Array.isArray(value) ? value?.[0] : String(value);
      };
      return { status: answer.statusCode, header, text: answer.body };
    },
  };
}
