import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { oneOf } from '#core/closed-list.ts';
import { type Locale, LOCALES, DEFAULT_LOCALE } from '#core/locale.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import { type HttpResponse, PAGE_POLICY } from './response.ts';
import type { ErrorContext, ErrorResponse } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Page that offers the file of this route, with parameters in braces; a refused download links back to it. */
    filePage?: string;
  }
}

/** Whether a browser navigates to the URL; programs and scripts read JSON:API instead. */
export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET') return false;
  const destination = headers['sec-fetch-dest'];
  return destination === undefined ? headers.accept?.trimStart().startsWith('text/html') === true : destination === 'document';
}

/** Path of the referring page, where it is one of ours. */
function refererPath({ headers: { referer } }: FastifyRequest, publicUrl: string): string | undefined {
  const url = referer === undefined ? null : URL.parse(referer);
  const isOwnPage = url !== null && url.origin === new URL(publicUrl).origin && !/^\/+api(?:\/|$)/.test(url.pathname);
  return isOwnPage && !url.pathname.startsWith('//') ? url.pathname + url.search : undefined;
}

function filePagePath(request: FastifyRequest, pattern: string, locale: Locale): string {
  const params = request.params as Readonly<Record<string, string>>;
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return locale === DEFAULT_LOCALE || path.startsWith('/office') ? path : `/${locale}${path}`;
}

function pageLocale(request: FastifyRequest, page: string | undefined): Locale {
  if (page !== undefined && !page.startsWith('/office')) return /^\/en(?:[/?]|$)/.test(page) ? 'en' : 'ru';
  const preferred = new Negotiator(request).language([...LOCALES]);
  return oneOf(LOCALES, preferred) ?? DEFAULT_LOCALE;
}

/** URL of a page: absolute when the API has another origin than the pages (`API_URL`). */
const pageUrl = ({ host }: FastifyRequest, publicUrl: string, path: string): string =>
  host === new URL(publicUrl).host ? path : new URL(path, publicUrl).href;

interface RefusedRequest {
  readonly request: FastifyRequest;
  readonly words: ErrorContext;
  readonly publicUrl: string;
}

/** An HTML page for a refused file, with the reason and a link back; undefined where the response is for a program (R75). */
export function refusedPage(
  { request, words, publicUrl }: RefusedRequest,
  errorResponseIn: (locale: Locale) => ErrorResponse,
): HttpResponse | undefined {
  const { filePage } = request.routeOptions.config;
  if (filePage === undefined || !isNavigation(request)) return undefined;
  const referringPage = refererPath(request, publicUrl);
  const locale = pageLocale(request, referringPage);
  const { status, headers, document } = errorResponseIn(locale);
  const [error] = document.errors;
  const title = escapeHtml(error?.title ?? '');
  const text = escapeHtml(error?.detail ?? '');
  const href = escapeHtml(pageUrl(request, publicUrl, referringPage ?? filePagePath(request, filePage, locale)));
  const link = escapeHtml(words.t(locale, 'away.file.back'));
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'inline',
      'content-security-policy': PAGE_POLICY,
      vary: 'accept, sec-fetch-dest, referer, accept-language',
      ...headers,
    },
    body: `<!doctype html><html lang="${locale}"><head>${head}<title>${title}</title></head><body><h1>${title}</h1><p>${text}</p><p><a href="${href}">${link}</a></p></body></html>`,
  };
}
