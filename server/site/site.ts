import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import type { Log } from '#server/platform/log.ts';
import { loadSite, type PageRequest, type PageTransport } from './build.ts';
import { failurePage } from './failure-page.ts';

export interface SiteOptions {
  /** Absolute path of `build/web`. */
  readonly buildFolder: string;
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  /** DSN for the browser's error reports, null when there is none. */
  readonly sentryDsn: string | null;
  readonly log: Log;
}

/** Addresses that are never a page: their unknown ones get the API's own not-found answer. */
const NOT_PAGES = /^\/(?:api|callbacks|uploads|geo|health|metrics|sandbox|office)(?:\/|$|\?)/;
const YEAR_MS = 31_536_000_000;

/** The customers' site: server-rendered pages and their assets, in the process of the API that they ask. */
export function site(options: SiteOptions): FastifyPluginAsync {
  return async (app) => {
    await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1_024 });
    await serveAssets(app, `${options.buildFolder}/client`);
    await servePages(app, options);
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

async function servePages(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const build = await loadSite(options.buildFolder);
  const handle = createRequestHandler({ ...build.server, allowedActionOrigins: [new URL(options.publicUrl).host] }, 'production');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    options.log.error({ err: error, url: request.url }, 'page_failed');
    return reply.code(500).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(failurePage(request.url));
  });
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '*',
    handler: async (request, reply) => {
      if (NOT_PAGES.test(request.url)) return reply.callNotFound();
      const context = new RouterContextProvider();
      context.set(build.pageContext, pageRequest(app, { options, request, reply }));
      const response = await handle(createRequest(request.raw, reply.raw), context);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-cache');
      return reply.send(response);
    },
  });
}

interface Exchange {
  readonly options: SiteOptions;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function pageRequest(app: FastifyInstance, { options, request, reply }: Exchange): PageRequest {
  const { publicUrl, mode, sentryDsn, log } = options;
  return {
    publicUrl,
    mode,
    sentryDsn,
    nonce: nonceOf(reply),
    api: (locale) => innerTransport(app, request, locale),
    report: (error) => log.error({ err: error, url: request.url }, 'page_failed'),
  };
}

/** Set by the security headers where they are registered. */
function nonceOf(reply: FastifyReply): string {
  const { cspNonce } = reply as { readonly cspNonce?: { readonly script: string } };
  return cspNonce?.script ?? '';
}

/** Calls the API as the visitor of the page: with his cookies, from his address. */
function innerTransport(app: FastifyInstance, request: FastifyRequest, locale: string): PageTransport {
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
      const header = (name: string): string | undefined => {
        const value = answer.headers[name];
        return value === undefined || Array.isArray(value) ? value?.[0] : String(value);
      };
      return { status: answer.statusCode, header, text: answer.body };
    },
  };
}
