import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { type RequestHandler, RouterContextProvider } from 'react-router';
import { createPatience } from '#server/platform/http/answer-in-time.ts';
import type { SiteBuild } from './build.ts';
import type { Drawing as Drawn, ToldQuote } from './kept-pages.ts';
import type { SharedAddress } from './may-be-kept.ts';
import { type Heard, innerTransport, type SiteSettings } from './page-request.ts';

/** As long as those of the security headers. */
const NONCE_BYTES = 16;
/** What the API answers everybody alike: with numbers, or that these cannot be had. Limits and faults are one visitor's, or one moment's. */
const ANYBODYS: readonly number[] = [200, 409, 422];
const TOO_MANY = 429;

const Told = z.object({
  data: z.object({
    type: z.literal('rate_calculations'),
    id: z.string().min(1),
    attributes: z.object({ created_at: z.string(), expires_at: z.string(), server_time: z.string() }),
  }),
});

function quoteIn({ text }: Heard): readonly ToldQuote[] {
  const read = Told.safeParse(JSON.parse(text));
  return read.success ? [{ id: read.data.data.id, ...read.data.data.attributes }] : [];
}

/** Scripts are loaded from here anyway: only those written into the page need the nonce. */
const withoutNeedlessNonces = (html: string, nonce: string): string =>
  html.replaceAll(/<link\b[^>]*>/g, (link) => link.replace(` nonce="${nonce}"`, ''));

interface Drawing {
  readonly settings: SiteSettings;
  readonly build: SiteBuild;
  readonly handle: RequestHandler;
  /** Whose limits the calls of this page count against. */
  readonly ip: string;
}

/**
 * A page as it is for anybody: made from a request of our own, which knows the address and the theme and nothing else of whoever asked.
 * No page where it turned out to be somebody's own, or nothing to keep.
 */
export async function drawPage(
  app: FastifyInstance,
  { settings, build, handle, ip }: Drawing,
  { url, cookie }: SharedAddress,
): Promise<Drawn> {
  const { publicUrl, mode, sentryDsn, apiUrl, countryUrl, pollsCookies, shop, hasCryptoStats, notice, availability, log } = settings;
  const patience = createPatience();
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const heard: Heard[] = [];
  let isShared = true;
  const own = () => {
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
    hasCryptoStats,
    notice: notice(),
    availability: availability(),
    nonce,
    api: (locale) => innerTransport(app, { ip, host, cookie: undefined, hear: (answer) => heard.push(answer), patience }, locale),
    sendFormsTo: () => own() !== '',
    holdOrder: own,
    told: () => {
      own();
      return [];
    },
    report: (error) => {
      own();
      log.error({ err: error, url }, 'page_failed');
    },
  });
  const response = await handle(new Request(publicUrl + url, { headers: cookie === null ? {} : { cookie } }), context);
  const html = await response.text();
  const isPlain = response.status === 200 && !response.headers.has('set-cookie') && !response.headers.has('cache-control');
  // What is closed to the country of this reader is not closed to the next one
  const isOwnCountry = heard.some(({ status, text }) => status >= 400 && text.includes('"country_not_allowed"'));
  if (isOwnCountry || heard.some(({ status }) => status === TOO_MANY || status >= 500)) return 'not_now';
  if (!(isShared && isPlain && heard.every(({ status }) => ANYBODYS.includes(status)))) return 'none';
  return { html: withoutNeedlessNonces(html, nonce), nonce, quotes: heard.filter(({ status }) => status === 200).flatMap(quoteIn) };
}
