import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type RequestHandler, RouterContextProvider } from 'react-router';
import { createPageDeadline } from '#server/platform/http/deadlines.ts';
import type { SiteBuild } from './build.ts';
import type { RenderResult as Drawn, PageQuote } from './page-cache.ts';
import type { SharedAddress } from './shared-address.ts';
import { type ApiResponse, inProcessTransport, type SiteSettings } from './page-request.ts';

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
