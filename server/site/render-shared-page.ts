import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type RequestHandler, RouterContextProvider } from 'react-router';
import * as z from 'zod';
import { lastPairIn, OPEN_ORDER_COOKIE, openOrderIn, PAIR_COOKIE, visitIn } from '#contract/visit-cookies.ts';
import { WANTED_COOKIE } from '#contract/wanted-cookie.ts';
import { pairSlug } from '#core/link/pair-path.ts';
import { LINK_PARAMS } from '#core/referral/referral-link.ts';
import { createPageDeadline } from '#server/platform/http/deadlines.ts';
import type { SiteBuild } from './build.ts';
import type { RenderResult as Drawn, PageQuote } from './page-cache.ts';
import { type ApiResponse, inProcessTransport, type SiteSettings } from './page-request.ts';

/** The parts of a request that determine a shared page. */
interface SharedAddress {
  /** Path and normalized query. */
  readonly url: string;
  /** Cookies that affect rendering, as a header; null: none. */
  readonly cookie: string | null;
}

const PAGES = /^(?:\/|\/en|(?:\/en)?\/exchange\/[a-z0-9]{1,20}-[a-z0-9]{1,20})$/;
/** Themes by the cookie's value, and the cookie to render with. */
const THEMES: ReadonlyMap<string, string | null> = new Map([
  ['', null],
  ['system', null],
  ['light', 'theme=light'],
  ['dark', 'theme=dark'],
]);

/** Query parameters of a shared page and their forms. */
const QUERY = {
  from: /^[A-Za-z0-9]{1,20}$/,
  to: /^[A-Za-z0-9]{1,20}$/,
  amount: /^\d{1,12}(?:\.\d{1,8})?$/,
  get: /^\d{1,12}(?:\.\d{1,8})?$/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** The aggregators' names of the parameters. */
const PARAM_ALIASES: Readonly<Record<string, keyof typeof QUERY>> = { cur_from: 'from', cur_to: 'to' };

/**
 * Cookies that do not prevent sharing; only theme, notice and the home page's last pair affect rendering. An exchange page shows nothing of
 * a guest's orders, except the open one, whose page is individual.
 */
const COOKIES = new Set([
  'theme',
  'notice',
  'guest',
  '__Host-guest',
  'orders',
  '__Host-orders',
  'referal_hash',
  WANTED_COOKIE,
  PAIR_COOKIE,
  OPEN_ORDER_COOKIE,
]);
/** Pages without a pair in their address: a pair stored in a cookie applies. */
const HOME_PAGES = /^\/(?:en)?$/;

function queryOf(search: string): string | undefined {
  const params = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) if (!LINK_PARAMS.has(name)) params.append(PARAM_ALIASES[name] ?? name, value);
  const normalized = new URLSearchParams();
  for (const [name, shape] of Object.entries(QUERY)) {
    const [value, ...repeated] = params.getAll(name);
    if (repeated.length > 0 || (value !== undefined && !shape.test(value))) return undefined;
    if (value !== undefined) normalized.set(name, value);
  }
  return normalized.size === params.size ? normalized.toString() : undefined;
}

/** The rendering cookies; undefined when an unknown cookie is present. An outdated notice cookie is ignored. */
function renderingCookies(cookies: string | undefined, noticeKey: string | null): string | null | undefined {
  const pairs = (cookies ?? '').split(';').flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim()]));
  const values = new Map(pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const));
  if (![...values.keys()].every((name) => COOKIES.has(name))) return undefined;
  const theme = THEMES.get(values.get('theme') ?? '');
  if (theme === undefined) return undefined;
  const isDismissed = noticeKey !== null && values.get('notice') === noticeKey;
  const cookieParts = [...(theme === null ? [] : [theme]), ...(isDismissed ? [`notice=${noticeKey}`] : [])];
  return cookieParts.length === 0 ? null : cookieParts.join('; ');
}

/**
 * The shared page's address: an exchange page requested with known parameters and cookies only. Undefined for anything else (quality
 * R51). `noticeKey`: the notice that some visitors dismissed.
 */
export function sharedAddress(
  request: { readonly method: string; readonly url: string; readonly headers: { readonly cookie?: string | undefined } },
  noticeKey: string | null = null,
): SharedAddress | undefined {
  const [path = '', search = '', ...extraParts] = request.url.split('?');
  if (request.method !== 'GET' || !PAGES.test(path) || extraParts.length > 0) return undefined;
  const query = queryOf(search);
  const cookie = renderingCookies(request.headers.cookie, noticeKey);
  if (query === undefined || cookie === undefined) return undefined;
  if (openOrderIn(request.headers.cookie) !== undefined) return undefined;
  if (query !== '') return { url: `${path}?${query}`, cookie };
  const visit = HOME_PAGES.test(path) ? visitIn(request.headers.cookie) : undefined;
  if (visit === undefined) return { url: path, cookie };
  const lastPair = lastPairIn(request.headers.cookie);
  if (lastPair === undefined || visit.amount !== null) return undefined;
  return { url: path, cookie: [...(cookie === null ? [] : [cookie]), `${PAIR_COOKIE}=${pairSlug(lastPair.from, lastPair.to)}`].join('; ') };
}

/** Same length as the security headers' nonce. */
const NONCE_BYTES = 16;
/** API statuses that are the same for every visitor; rate limits and faults are not. */
const SHAREABLE_STATUSES: readonly number[] = [200, 409, 422];
const TOO_MANY = 429;

const CalculationDocument = z.object({
  data: z.object({
    type: z.literal('rate_calculations'),
    id: z.string().min(1),
    attributes: z.object({ created_at: z.string(), expires_at: z.string(), server_time: z.string() }),
  }),
});

function quotesIn({ text }: ApiResponse): readonly PageQuote[] {
  const parsed = CalculationDocument.safeParse(JSON.parse(text));
  return parsed.success ? [{ id: parsed.data.data.id, ...parsed.data.data.attributes }] : [];
}

/** Only inline scripts need the nonce: links load from this origin. */
const withoutLinkNonces = (html: string, nonce: string): string =>
  html.replaceAll(/<link\b[^>]*>/g, (link) => link.replace(` nonce="${nonce}"`, ''));

interface RenderContext {
  readonly settings: SiteSettings;
  readonly build: SiteBuild;
  readonly handle: RequestHandler;
  /** The address whose rate limits the page's calls count against. */
  readonly ip: string;
}

/**
 * Renders a page that can be shared by visitors: the request contains the address and theme only. `none` when the page turned out to be
 * individual or not cacheable.
 */
export async function renderSharedPage(
  app: FastifyInstance,
  { settings, build, handle, ip }: RenderContext,
  { url, cookie }: SharedAddress,
): Promise<Drawn> {
  const { publicUrl, mode, sentryDsn, apiUrl, countryUrl, pollsCookies, shop, modulesOff, notice, availability, log } = settings;
  const withinDeadline = createPageDeadline();
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const responses: ApiResponse[] = [];
  let isShared = true;
  const markIndividual = () => {
    isShared = false;
    return '';
  };
  const context = new RouterContextProvider();
  const { host } = new URL(publicUrl);
  context.set(build.pageContext, {
    publicUrl,
    mode,
    sentryDsn,
    apiUrl: apiUrl ?? null,
    countryUrl: countryUrl ?? null,
    pollsCookies: pollsCookies === true,
    shop: shop(),
    modulesOff,
    notice: notice(),
    availability: availability(),
    nonce,
    api: (locale) =>
      inProcessTransport(app, { ip, host, cookie: undefined, onResponse: (answer) => responses.push(answer), withinDeadline }, locale),
    allowFormsTo: () => markIndividual() !== '',
    orderCookie: markIndividual,
    browserHeaders: () => {
      markIndividual();
      return [];
    },
    report: (error) => {
      markIndividual();
      log.error({ err: error, url }, 'page_failed');
    },
  });
  const response = await handle(new Request(publicUrl + url, { headers: cookie === null ? {} : { cookie } }), context);
  const html = await response.text();
  const isCacheable = response.status === 200 && !response.headers.has('set-cookie') && !response.headers.has('cache-control');
  // A refusal by country must not be shown to readers of other countries
  const isCountryRefused = responses.some(({ status, text }) => status >= 400 && text.includes('"country_not_allowed"'));
  if (isCountryRefused || responses.some(({ status }) => status === TOO_MANY || status >= 500)) return 'not_now';
  if (!(isShared && isCacheable && responses.every(({ status }) => SHAREABLE_STATUSES.includes(status)))) return 'none';
  return { html: withoutLinkNonces(html, nonce), nonce, quotes: responses.filter(({ status }) => status === 200).flatMap(quotesIn) };
}
