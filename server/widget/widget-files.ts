import { readFile } from 'node:fs/promises';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Locale } from '#core/locale.ts';
import { loadMessages } from '#locales/load.ts';
import type { Translate } from '#server/platform/translate.ts';
import { readWidgetParams, widgetPage } from './widget-page.ts';

export interface WidgetOptions {
  /** Absolute path of `build/widget`. */
  readonly buildFolder: string;
  readonly t: Translate;
  /** Prefix of API paths for browsers; undefined: none. */
  readonly apiUrl?: string | undefined;
  /** DSN of the browser's error reports; null: none. */
  readonly sentryDsn?: string | null;
  /** The current name and languages of the shop. */
  readonly shop: () => { readonly name: Readonly<Record<Locale, string>>; readonly languages: readonly Locale[] };
}

const YEAR_MS = 31_536_000_000;
/** The only URL embedded in other sites: cached for an hour, after which a new version is everywhere. */
const SCRIPT_CACHE = 'public, max-age=3600, stale-while-revalidate=86400';

/**
 * The only page other sites may embed: it shows rates and links to the site, without cookies or actions (decision 0056). All
 * other pages have `frame-ancestors 'none'`.
 */
const contentSecurityPolicy = (nonce: string, extraOrigins: string): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    `connect-src 'self'${extraOrigins}`,
    "font-src 'self'",
    "form-action 'none'",
    'frame-ancestors *',
    "img-src 'self'",
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
  ].join(';');

/** Removes the default headers that forbid embedding. */
function allowEmbedding(reply: FastifyReply): void {
  reply.removeHeader('x-frame-options');
  reply.removeHeader('cross-origin-opener-policy');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}

/** `GET /widget.js` for other sites and `GET /widget`, the page it embeds. */
export function widgetFiles({ buildFolder, t, shop, apiUrl, sentryDsn = null }: WidgetOptions): FastifyPluginAsync {
  return async (app) => {
    const template = await readFile(`${buildFolder}/index.html`, 'utf8');
    const script = await readFile(`${buildFolder}/widget.js`, 'utf8');
    const messages = { ru: loadMessages('ru')['widget'] ?? {}, en: loadMessages('en')['widget'] ?? {} };
    const extraUrls = [...(apiUrl === undefined || apiUrl.startsWith('/') ? [] : [apiUrl]), ...(sentryDsn === null ? [] : [sentryDsn])];
    const extraOrigins = extraUrls.map((url) => ` ${new URL(url).origin}`).join('');
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
      allowEmbedding(reply);
      return reply.type('text/javascript; charset=utf-8').header('cache-control', SCRIPT_CACHE).send(script);
    });
    app.get('/widget', async (request, reply) => {
      const { name, languages } = shop();
      const options = readWidgetParams(new URLSearchParams(request.url.split('?', 2)[1]), languages);
      const nonce = reply.cspNonce.style;
      allowEmbedding(reply);
      reply.header('content-security-policy', contentSecurityPolicy(nonce, extraOrigins));
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .send(widgetPage({ template, apiUrl, sentryDsn, options, brand: name[options.locale], nonce, t, messages }));
    });
  };
}
