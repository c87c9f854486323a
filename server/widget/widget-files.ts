import { readFile } from 'node:fs/promises';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Locale } from '#core/locale.ts';
import { loadMessages } from '#locales/load.ts';
import type { Translate } from '#server/platform/translate.ts';
import { widgetPage } from './widget-page.ts';
import { readWishes } from './wishes.ts';

export interface WidgetOptions {
  /** Absolute path of `build/widget`. */
  readonly buildFolder: string;
  readonly t: Translate;
  /** What browsers put before the paths of the API; undefined: it is at the root of the site. */
  readonly apiUrl?: string | undefined;
  /** DSN for the browser's error reports; null: there is none. */
  readonly sentryDsn?: string | null;
  /** What the owner says of his shop, as it is now. */
  readonly shop: () => { readonly name: Readonly<Record<Locale, string>>; readonly languages: readonly Locale[] };
}

const YEAR_MS = 31_536_000_000;
/** The one address that stands in other people's pages: kept for an hour, so that a new one is everywhere by then. */
const SCRIPT_CACHE = 'public, max-age=3600, stale-while-revalidate=86400';

/**
 * The one page of ours that others may put into theirs: it shows rates and links to the site, knows nobody and moves nothing
 * (decision 0056). Everything else keeps `frame-ancestors 'none'`.
 */
const policy = (nonce: string, asked: string): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    `connect-src 'self'${asked}`,
    "font-src 'self'",
    "form-action 'none'",
    'frame-ancestors *',
    "img-src 'self'",
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
  ].join(';');

/** Takes back what the headers of all pages say about frames and other sites. */
function openToHosts(reply: FastifyReply): void {
  reply.raw.removeHeader('x-frame-options');
  reply.raw.removeHeader('cross-origin-opener-policy');
  reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
}

/** `GET /widget.js` for other people's pages and `GET /widget`, which it puts into them. */
export function widgetFiles({ buildFolder, t, shop, apiUrl, sentryDsn = null }: WidgetOptions): FastifyPluginAsync {
  return async (app) => {
    const template = await readFile(`${buildFolder}/index.html`, 'utf8');
    const script = await readFile(`${buildFolder}/widget.js`, 'utf8');
    const words = { ru: loadMessages('ru')['widget'] ?? {}, en: loadMessages('en')['widget'] ?? {} };
    const others = [...(apiUrl === undefined || apiUrl.startsWith('/') ? [] : [apiUrl]), ...(sentryDsn === null ? [] : [sentryDsn])];
    const asked = others.map((url) => ` ${new URL(url).origin}`).join('');
    await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 512 });
    await app.register(fastifyStatic, {
      root: `${buildFolder}/assets`,
      prefix: '/widget/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: YEAR_MS,
      decorateReply: false,
      index: false,
    });
    app.get('/widget.js', async (_request, reply) => {
      openToHosts(reply);
      return reply.type('text/javascript; charset=utf-8').header('cache-control', SCRIPT_CACHE).send(script);
    });
    app.get('/widget', async (request, reply) => {
      const { name, languages } = shop();
      const wishes = readWishes(new URLSearchParams(request.url.split('?', 2)[1]), languages);
      const nonce = reply.cspNonce.style;
      openToHosts(reply);
      reply.raw.setHeader('content-security-policy', policy(nonce, asked));
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .send(widgetPage({ template, apiUrl, sentryDsn, wishes, brand: name[wishes.locale], nonce, t, words }));
    });
  };
}
