import { readFile } from 'node:fs/promises';
import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#core/text/escape-html.ts';

export interface OfficeSiteOptions {
  /** Absolute path of the built office. */
  readonly buildFolder: string;
  /** DSN for the browser's error reports, null when there is none. */
  readonly sentryDsn: string | null;
}

const YEAR_MS = 31_536_000_000;
/** Placeholder that the build writes for a nonce (`office/vite.config.ts`). */
const NONCE_PLACEHOLDER = 'nonce="CSP_NONCE"';
const TAG_WITH_NONCE = /<(script|link|meta)\b[^>]*nonce="CSP_NONCE"[^>]*>/g;

/**
 * Splits the page at its nonces: scripts get the script nonce, other tags and the component library's `csp-nonce` meta the style nonce.
 * Throws when there are no placeholders.
 */
export function nonceTemplate(html: string): (nonce: { readonly script: string; readonly style: string }) => string {
  const kinds = [...html.matchAll(TAG_WITH_NONCE)].map((match) => (match[1] === 'script' ? 'script' : 'style'));
  const parts = html.split(NONCE_PLACEHOLDER);
  if (kinds.length !== parts.length - 1 || !kinds.includes('script')) throw new Error('the built office page has no places for its nonces');
  return (nonce) => parts.map((part, index) => part + (index < kinds.length ? `nonce="${nonce[kinds[index] ?? 'style']}"` : '')).join('');
}

/** Tells the page where to report errors (`ui/reports`). */
const withReports = (html: string, dsn: string | null): string =>
  dsn === null ? html : html.replace('</head>', () => `  <meta name="error-reports" content="${escapeHtml(dsn)}" />\n  </head>`);

/** The operators' app at `/office`: one page for every address below it, its assets for ever. */
export function officeSite({ buildFolder, sentryDsn }: OfficeSiteOptions): FastifyPluginAsync {
  return async (app) => {
    const page = nonceTemplate(withReports(await readFile(`${buildFolder}/index.html`, 'utf8'), sentryDsn));
    await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1_024 });
    await app.register(fastifyStatic, {
      root: `${buildFolder}/assets`,
      prefix: '/office/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: YEAR_MS,
      decorateReply: false,
      index: false,
    });
    const answer = (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .send(page(reply.cspNonce));
    app.get('/office', answer);
    app.get('/office/*', answer);
  };
}
