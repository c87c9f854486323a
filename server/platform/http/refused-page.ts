import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type Locale, LOCALES, DEFAULT_LOCALE } from '#core/locale.ts';
import { type Answer, PAGE_POLICY } from './answer.ts';
import type { Refused, Words } from './error-document.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Page that offers the file of this route, with parameters in braces; refused navigations lead there. */
    filePage?: string;
  }
}

/** Whether a browser shows the answer as a document of its own; programs and scripts of pages read JSON:API. */
export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET') return false;
  const destination = headers['sec-fetch-dest'];
  return destination === undefined ? headers.accept?.trimStart().startsWith('text/html') === true : destination === 'document';
}

/** The path of the page that the reader came from, where it is one of ours. */
function cameFrom({ headers: { referer } }: FastifyRequest, publicUrl: string): string | undefined {
  const url = referer === undefined ? null : URL.parse(referer);
  const isOurs = url !== null && url.origin === new URL(publicUrl).origin && !/^\/+api(?:\/|$)/.test(url.pathname);
  return isOurs && !url.pathname.startsWith('//') ? url.pathname + url.search : undefined;
}

function pageOf(request: FastifyRequest, pattern: string, locale: Locale): string {
  const params = request.params as Readonly<Record<string, string>>;
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return locale === DEFAULT_LOCALE || path.startsWith('/office') ? path : `/${locale}${path}`;
}

function localeOfReader(request: FastifyRequest, page: string | undefined): Locale {
  if (page !== undefined && !page.startsWith('/office')) return /^\/en(?:[/?]|$)/.test(page) ? 'en' : 'ru';
  const wanted = new Negotiator(request).language([...LOCALES]);
  return LOCALES.find((locale) => locale === wanted) ?? DEFAULT_LOCALE;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** The address of a page from where the file was asked for: the API may be at another origin than the pages (`API_URL`). */
const onSite = ({ host }: FastifyRequest, publicUrl: string, path: string): string =>
  host === new URL(publicUrl).host ? path : new URL(path, publicUrl).href;

interface Asked {
  readonly request: FastifyRequest;
  readonly words: Words;
  readonly publicUrl: string;
}

/** A refused file as a page of ours with its reason and the way back; undefined where the answer is for a program (R75). */
export function refusedPage({ request, words, publicUrl }: Asked, refusedIn: (locale: Locale) => Refused): Answer | undefined {
  const { filePage } = request.routeOptions.config;
  if (filePage === undefined || !isNavigation(request)) return undefined;
  const from = cameFrom(request, publicUrl);
  const locale = localeOfReader(request, from);
  const { status, headers, document } = refusedIn(locale);
  const [error] = document.errors;
  const title = escape(error?.title ?? '');
  const text = escape(error?.detail ?? '');
  const href = escape(onSite(request, publicUrl, from ?? pageOf(request, filePage, locale)));
  const link = escape(words.t(locale, 'away.file.back'));
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
