import { createHash } from 'node:crypto';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RequestHandler, RouterContextProvider } from 'react-router';
import { canonicalPairPath } from '#core/link/pair-path.ts';
import { SECOND_MS } from '#core/time.ts';
import { isUnavailable } from '#server/platform/errors.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { withDeadline, PAGE_DEADLINE_MS } from '#server/platform/http/deadlines.ts';
import { sharingReads } from '#server/platform/http/page-reads.ts';
import { isForeignForm } from '#server/platform/http/origins.ts';
import type { GuestCookies } from '#server/platform/http/guest-cookies.ts';
import { encodingFor } from '#server/platform/http/negotiate.ts';
import { TooManyRequests } from '#server/platform/http/rate-limits.ts';
import type { PageVisit } from '#server/referrals/follow-link.ts';
import { loadSite, type PageSource, type SiteBuild } from './build.ts';
import { renderSharedPage, sharedAddress } from './render-shared-page.ts';
import { createPageCache, type PageCache, type PageCacheOptions } from './page-cache.ts';
import { type ApiResponse, changePolicy, nonceOf, pageRequest, type SiteSettings, wantedCookies } from './page-request.ts';
import { gzipAround } from './gzip-parts.ts';
import { sendPage } from './send-page.ts';
import enAway from '#locales/en/away.json' with { type: 'json' };
import en from '#locales/en/shell.json' with { type: 'json' };
import ruAway from '#locales/ru/away.json' with { type: 'json' };
import ru from '#locales/ru/shell.json' with { type: 'json' };

const MESSAGES = {
  ru: { ...ru, away: ruAway.page, form_away: ruAway.form, too_many: ruAway.too_many },
  en: { ...en, away: enAway.page, form_away: enAway.form, too_many: enAway.too_many },
};

/** Refresh interval of a page that could not be rendered. */
const RETRY_SECONDS = 5;

/**
 * A static page for when rendering fails. `away`: the database is restarting, the page refreshes itself. `form_away`: the same after a
 * form, which only the reader can resubmit.
 */
function failurePage(url: string, kind: 'failure' | 'away' | 'form_away' | 'nowhere' | 'too_many' = 'failure'): string {
  const locale = /^\/en(?:\/|$|\?)/.test(url) ? 'en' : 'ru';
  const message = MESSAGES[locale][kind];
  const refreshTag = kind === 'away' ? `<meta http-equiv="refresh" content="${RETRY_SECONDS}">` : '';
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">${refreshTag}<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${message.title}</title></head><body><h1>${message.title}</h1><p>${message.text}</p></body></html>`;
}

export interface SiteOptions extends SiteSettings {
  /** Absolute path of the built site. */
  readonly buildFolder: string;
  /** How cached pages are validated and renewed. */
  readonly pageCache: PageCacheOptions;
  /** `Set-Cookie` for a visitor who came by a referral link; never part of a cached page. */
  readonly follow?: (request: PageVisit) => string | undefined;
  /** Development only: renders from the sources at each request. */
  readonly fromSources?: boolean;
}

/** Empty segments, backslashes and encoded slashes: no page has them, and such a link could lead to another site. */
const INVALID_PATH = /^[^?]*?(?:\/\/|\\|%5c|%2f|%00)/i;
/** The media type of pages' forms. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:;|$)/i;
/** Paths that are never pages: unknown ones get the API's not-found response. */
const NOT_PAGES = /^\/(?:api|callbacks|uploads|geo|health|metrics|sandbox|office)(?:\/|$|\?)/;
const YEAR_MS = 31_536_000_000;
/** Shared caches must not store pages, cached here or not. */
const PAGE_CACHE_CONTROL = 'private, no-cache';
/** Redirects of moved pages are cached for a day. */
const REDIRECT_CACHE_CONTROL = 'public, max-age=86400';
/** A page costs as much as several calls. */
const PAGE_WEIGHT = 4;
/** The largest form is an order. */
const MAX_FORM_BYTES = 64 * 1024;

/** The customers' site: server-rendered pages and their assets, in the API's process. */
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

interface CurrentSite {
  readonly build: SiteBuild;
  readonly handle: RequestHandler;
  /** Hash of the inlined style sheet, for the policy. */
  readonly styles: string;
  /** Compresses a page with that style sheet. */
  readonly gzip: (page: Buffer) => Buffer;
}

/** Creates the handler once per build. */
function handlerOf(source: PageSource, publicUrl: string): () => Promise<CurrentSite> {
  let current: CurrentSite | undefined;
  return async () => {
    const build = await source.current();
    if (current?.build !== build) {
      const handle = createRequestHandler({ ...build.server, allowedActionOrigins: [new URL(publicUrl).host] }, source.mode);
      const styles = `'sha256-${createHash('sha256').update(build.sheet).digest('base64')}'`;
      current = { build, handle, styles, gzip: gzipAround(build.sheet) };
    }
    return current;
  };
}

async function servePages(app: FastifyInstance, options: SiteOptions, source: PageSource): Promise<void> {
  const currentHandler = handlerOf(source, options.publicUrl);
  const pageCache = source.mode === 'production' ? createPageCache(options.pageCache) : undefined;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof TooManyRequests) return sendFailure(reply.header('retry-after', String(error.seconds)), request, 429);
    // Invalid asset paths, refused by the static file library
    if (((error as { statusCode?: number }).statusCode ?? 500) < 500) return reply.callNotFound();
    logFailure(options.log, { error, url: request.url }, 'page_failed');
    return sendFailure(reply, request, isUnavailable(error) ? 503 : 500);
  });
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '*',
    config: { limit: 'page', weight: PAGE_WEIGHT, deadlineMs: PAGE_DEADLINE_MS + SECOND_MS },
    handler: async (request, reply) => {
      if (NOT_PAGES.test(request.url)) return reply.callNotFound();
      if (INVALID_PATH.test(request.url)) return sendFailure(reply, request, 404);
      if (request.method === 'POST' && !FORM_TYPE.test(request.headers['content-type'] ?? '')) return sendFailure(reply, request, 415);
      // Also for paths without a page, where React Router accepts any post
      if (request.method === 'POST' && isForeignForm(request.headers, options.publicUrl)) return sendFailure(reply, request, 403);
      if (request.method === 'POST' && !isSmallForm(request)) return sendFailure(reply, request, 413);
      const redirectTarget = redirectTargetOf(request);
      if (redirectTarget !== undefined)
        return reply.header('cache-control', REDIRECT_CACHE_CONTROL).redirect(redirectTarget, request.method === 'POST' ? 308 : 301);
      const referralCookie = options.follow?.(request);
      const cookies = [
        ...(referralCookie === undefined ? [] : [referralCookie]),
        ...wantedCookies(request, options.publicUrl.startsWith('https:')),
      ];
      if (cookies.length > 0) reply.header('set-cookie', cookies);
      const current = await currentHandler();
      current.build.setBrandNames(options.shop().name);
      changePolicy(reply, "style-src 'self'", `style-src 'self' ${current.styles}`);
      if (await sendCachedPage(app, { options, pageCache, current, request, reply })) return reply;
      const context = new RouterContextProvider();
      let isApiUnavailable = false;
      const onResponse = (answer: ApiResponse): void => {
        isApiUnavailable ||= answer.isUnavailable;
      };
      context.set(current.build.pageContext, pageRequest(app, { settings: options, request, reply, onResponse }));
      const response = await withDeadline(
        sharingReads(() => current.handle(createRequest(request.raw, reply.raw), context)),
        PAGE_DEADLINE_MS,
      );
      // A page that failed because the API was unavailable becomes a 503 with a retry; a resubmitted form shows the problem itself
      if (isApiUnavailable && response.status >= 500 && !response.headers.has('retry-after')) return sendFailure(reply, request, 503);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', PAGE_CACHE_CONTROL);
      // A response that shared caches may store must not set individual cookies
      if (response.headers.get('cache-control')?.includes('public') === true) reply.removeHeader('set-cookie');
      else addGuestKey(options.guests, request, response);
      return await sendPage({ request, reply, gzip: current.gzip }, response);
    },
  });
}

/** Pairs have one canonical address; the query is kept, and a form is redirected with its body. */
function redirectTargetOf({ url }: FastifyRequest): string | undefined {
  const [path = '', ...search] = url.split('?');
  const canonical = canonicalPairPath(path);
  return canonical === undefined ? undefined : [canonical, ...search].join('?');
}

interface CachedPageRequest {
  readonly options: SiteOptions;
  readonly pageCache: PageCache | undefined;
  readonly current: CurrentSite;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Sends a cached page if this visitor can get the shared one; otherwise false. */
async function sendCachedPage(app: FastifyInstance, { options, pageCache, current, request, reply }: CachedPageRequest): Promise<boolean> {
  const address = pageCache && sharedAddress(request, options.notice()?.key ?? null);
  if (pageCache === undefined || address === undefined) return false;
  const encoding = encodingFor(request.headers['accept-encoding'], ['gzip']) ?? 'identity';
  const render = () => renderSharedPage(app, { settings: options, ...current, ip: request.ip }, address);
  const page = await withDeadline(
    pageCache.read(`${address.url} ${address.cookie ?? ''}`, { nonce: nonceOf(reply), encoding }, render),
    PAGE_DEADLINE_MS,
  );
  if (page === undefined) return false;
  reply.type('text/html; charset=utf-8').header('cache-control', PAGE_CACHE_CONTROL);
  if (encoding === 'gzip') reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  if (options.guests.keyOf(request.headers.cookie) === undefined) reply.header('set-cookie', options.guests.newKey());
  reply.send(page);
  return true;
}

/** Sets a guest's key with the first individual page. */
function addGuestKey(guests: GuestCookies, request: FastifyRequest, response: Response): void {
  if (guests.keyOf(request.headers.cookie) === undefined) response.headers.append('set-cookie', guests.newKey());
}

/** Pages read forms whole, so a body must have a known, small size. */
function isSmallForm(request: FastifyRequest): boolean {
  const size = Number(request.headers['content-length'] ?? Number.NaN);
  return size <= MAX_FORM_BYTES;
}

const PAGES = { 403: 'failure', 404: 'nowhere', 413: 'failure', 415: 'failure', 429: 'too_many', 500: 'failure', 503: 'away' } as const;

function sendFailure(reply: FastifyReply, request: FastifyRequest, status: keyof typeof PAGES): FastifyReply {
  reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (status === 503) reply.header('retry-after', String(RETRY_SECONDS));
  return reply.send(failurePage(request.url, status === 503 && request.method === 'POST' ? 'form_away' : PAGES[status]));
}
