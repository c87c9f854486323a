import { createHash } from 'node:crypto';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RequestHandler, RouterContextProvider } from 'react-router';
import { truePairPath } from '#core/pair-path.ts';
import { SECOND_MS } from '#core/time.ts';
import { isAway as isWeather } from '#server/platform/away.ts';
import { logThrown } from '#server/platform/db/away.ts';
import { inTime, PAGE_MS } from '#server/platform/http/answer-in-time.ts';
import { isForeignForm } from '#server/platform/http/cross-site.ts';
import type { GuestCookies } from '#server/platform/http/guest-cookies.ts';
import { encodingFor } from '#server/platform/http/negotiate.ts';
import { TooManyRequests } from '#server/platform/http/too-many.ts';
import type { PageAsked } from '#server/referrals/follow-link.ts';
import { loadSite, type PageSource, type SiteBuild } from './build.ts';
import { drawPage } from './draw-page.ts';
import { AWAY_SECONDS, failurePage } from './failure-page.ts';
import { createKeptPages, type KeptPages, type KeptPagesOptions } from './kept-pages.ts';
import { sharedAddress } from './may-be-kept.ts';
import { changePolicy, type Heard, nonceOf, pageRequest, type SiteSettings } from './page-request.ts';
import { unlessKnown } from './same-page.ts';
import { wantedCookie } from './wanted-cookie.ts';

export interface SiteOptions extends SiteSettings {
  /** Absolute path of the built site. */
  readonly buildFolder: string;
  /** What kept pages are checked against and renewed with. */
  readonly keeping: KeptPagesOptions;
  /** `Set-Cookie` for whoever came by somebody's link: on the answer to him alone, never in a page that is kept. */
  readonly follow?: (asked: PageAsked) => string | undefined;
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
/** Everybody's page of his own, be it kept here or not: nothing between us and him keeps it. */
const OWN_PAGE = 'private, no-cache';
/** That a page has moved is not asked again for a day. */
const MOVED_STANDS = 'public, max-age=86400';
/** Drawing a page takes as long as several calls. */
const PAGE_WEIGHT = 4;
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

interface Site {
  readonly build: SiteBuild;
  readonly handle: RequestHandler;
  /** The style sheet that stands in every page, as the policy of an answer names it. */
  readonly styles: string;
}

/** Makes the handler once per build. */
function handlerOf(source: PageSource, publicUrl: string): () => Promise<Site> {
  let made: Site | undefined;
  return async () => {
    const build = await source.current();
    if (made?.build !== build) {
      const handle = createRequestHandler({ ...build.server, allowedActionOrigins: [new URL(publicUrl).host] }, source.mode);
      made = { build, handle, styles: `'sha256-${createHash('sha256').update(build.sheet).digest('base64')}'` };
    }
    return made;
  };
}

async function servePages(app: FastifyInstance, options: SiteOptions, source: PageSource): Promise<void> {
  const currentHandler = handlerOf(source, options.publicUrl);
  const kept = source.mode === 'production' ? createKeptPages(options.keeping) : undefined;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof TooManyRequests) return failed(reply.header('retry-after', String(error.seconds)), request, 429);
    // What asset paths climb out with, and the like: refused by the library that serves them
    if (((error as { statusCode?: number }).statusCode ?? 500) < 500) return reply.callNotFound();
    logThrown(options.log, { error, url: request.url }, 'page_failed');
    return failed(reply, request, isWeather(error) || (error as FastifyError).code === 'FST_ERR_HANDLER_TIMEOUT' ? 503 : 500);
  });
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '*',
    handlerTimeout: PAGE_MS + SECOND_MS,
    config: { limit: 'page', weight: PAGE_WEIGHT },
    handler: async (request, reply) => {
      if (NOT_PAGES.test(request.url)) return reply.callNotFound();
      if (NO_PATH.test(request.url)) return failed(reply, request, 404);
      if (request.method === 'POST' && !FORM.test(request.headers['content-type'] ?? '')) return failed(reply, request, 415);
      // Also of those that draw no page, which the library lets anybody post to
      if (request.method === 'POST' && isForeignForm(request.headers, options.publicUrl)) return failed(reply, request, 403);
      if (request.method === 'POST' && !isSmallForm(request)) return failed(reply, request, 413);
      const moved = movedTo(request);
      if (moved !== undefined) return reply.header('cache-control', MOVED_STANDS).redirect(moved, request.method === 'POST' ? 308 : 301);
      const followed = options.follow?.(request);
      const cookies = [followed, wantedCookie(request, options.publicUrl.startsWith('https:'))].filter((one) => one !== undefined);
      if (cookies.length > 0) reply.header('set-cookie', cookies);
      const current = await currentHandler();
      current.build.nameShop(options.shop().name);
      changePolicy(reply, "style-src 'self'", `style-src 'self' ${current.styles}`);
      if (await sendKept(app, { options, kept, current, request, reply })) return reply;
      const context = new RouterContextProvider();
      let isAway = false;
      const hear = (answer: Heard): void => {
        isAway ||= answer.isAway;
      };
      context.set(current.build.pageContext, pageRequest(app, { settings: options, request, reply, hear }));
      const response = await inTime(current.handle(createRequest(request.raw, reply.raw), context), PAGE_MS);
      // A page that could not be made because the API had nothing to ask says that, and when to come back; a form that came back whole says it itself
      if (isAway && response.status >= 500 && !response.headers.has('retry-after')) return failed(reply, request, 503);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', OWN_PAGE);
      // What others may keep between us and him is nobody's own: not whose link he came by either
      if (response.headers.get('cache-control')?.includes('public') === true) reply.removeHeader('set-cookie');
      else introduceGuest(options.guests, request, response);
      return reply.send(await unlessKnown(request, reply, response));
    },
  });
}

/** Pairs have one address each; whatever was asked for with it goes along, and a form that was sent there is not lost. */
function movedTo({ url }: FastifyRequest): string | undefined {
  const [path = '', ...search] = url.split('?');
  const own = truePairPath(path);
  return own === undefined ? undefined : [own, ...search].join('?');
}

interface Wanted {
  readonly options: SiteOptions;
  readonly kept: KeptPages | undefined;
  readonly current: Site;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers with a kept page where this visitor's page is everybody's; false where he has to get one of his own. */
async function sendKept(app: FastifyInstance, { options, kept, current, request, reply }: Wanted): Promise<boolean> {
  const address = kept && sharedAddress(request, options.notice()?.key ?? null);
  if (kept === undefined || address === undefined) return false;
  const encoding = encodingFor(request.headers['accept-encoding'], ['gzip']) ?? 'identity';
  const draw = () => drawPage(app, { settings: options, ...current, ip: request.ip }, address);
  const page = await inTime(kept.read(`${address.url} ${address.cookie ?? ''}`, { nonce: nonceOf(reply), encoding }, draw), PAGE_MS);
  if (page === undefined) return false;
  reply.type('text/html; charset=utf-8').header('cache-control', OWN_PAGE);
  if (encoding === 'gzip') reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  if (options.guests.keyOf(request.headers.cookie) === undefined) reply.header('set-cookie', options.guests.newKey());
  reply.send(page);
  return true;
}

/** Gives a browser the key it will be known by, with the first page that is its own and nobody else's. */
function introduceGuest(guests: GuestCookies, request: FastifyRequest, response: Response): void {
  if (guests.keyOf(request.headers.cookie) === undefined) response.headers.append('set-cookie', guests.newKey());
}

/** Pages read their forms whole, so a body must say its size, and it must be small. */
function isSmallForm(request: FastifyRequest): boolean {
  const size = Number(request.headers['content-length'] ?? Number.NaN);
  return size <= MAX_FORM_BYTES;
}

const PAGES = { 403: 'failure', 404: 'nowhere', 413: 'failure', 415: 'failure', 429: 'too_many', 500: 'failure', 503: 'away' } as const;

function failed(reply: FastifyReply, request: FastifyRequest, status: keyof typeof PAGES): FastifyReply {
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (status === 503) reply.header('retry-after', String(AWAY_SECONDS));
  return reply.send(failurePage(request.url, status === 503 && request.method === 'POST' ? 'form_away' : PAGES[status]));
}
