import { stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forgetPairCookie } from '#contract/visit-cookies.ts';
import { WANTED_COOKIE } from '#contract/wanted-cookie.ts';
import { packExchangeLink, readExchangeLink } from '#core/link/exchange-link.ts';
import { isUnavailable } from '#server/platform/errors.ts';
import { createPageDeadline, type PageDeadline } from '#server/platform/http/deadlines.ts';
import type { GuestCookies } from '#server/platform/http/guest-cookies.ts';
import { forwardTrustedHeader } from '#server/platform/http/trusted-header.ts';
import { withoutSharedReads } from '#server/platform/http/page-reads.ts';
import type { Log } from '#server/platform/log.ts';
import type { PageVisit } from '#server/referrals/follow-link.ts';
import type { PageRequest, PageTransport } from './build.ts';

/** Configuration of the pages. */
export interface SiteSettings {
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  /** DSN for the browser's error reports, null when there is none. */
  readonly sentryDsn: string | null;
  /** The owner's settings, current. */
  readonly shop: () => PageRequest['shop'];
  /** The current notice to visitors. */
  readonly notice: () => PageRequest['notice'];
  /** Version of the available directions, current. */
  readonly availability: () => string;
  /** Optional modules that are off (`core/config/optional-modules.ts`). */
  readonly modulesOff: readonly string[];
  readonly log: Log;
  readonly guests: GuestCookies;
  /** Origins of each acquirer that forms may be submitted to. */
  readonly formOrigins?: readonly (readonly string[])[];
  /** Header in which the proxy names the visitor's country. */
  readonly countryHeader?: string | undefined;
  /** Prefix of API paths in browsers; undefined: none. */
  readonly apiUrl?: string | undefined;
  /** Service that returns the country of a browser; undefined: this one. */
  readonly countryUrl?: string | undefined;
  readonly pollsCookies?: boolean;
}

/** A response of the API to a page. */
export interface ApiResponse {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  /** Whether the database is unavailable. */
  readonly isUnavailable: boolean;
  /** Headers for the visitor's browser. */
  readonly browserHeaders: readonly (readonly [name: string, value: string])[];
}

interface Exchange {
  readonly settings: SiteSettings;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly onResponse: (response: ApiResponse) => void;
}

/** The context of a visitor's page: the API answers as it would answer the visitor. */
export function pageRequest(app: FastifyInstance, { settings, request, reply, onResponse }: Exchange): PageRequest {
  const { publicUrl, mode, sentryDsn, apiUrl, countryHeader, countryUrl, pollsCookies, shop, modulesOff, log, guests } = settings;
  const { cookie, host, 'user-agent': browser } = request.headers;
  const country = countryHeader === undefined ? undefined : request.headers[countryHeader.toLowerCase()];
  const extraHeaders = forwardTrustedHeader(countryHeader, typeof country === 'string' ? country : undefined);
  const withinDeadline = createPageDeadline();
  const browserHeaders: (readonly [string, string])[] = [];
  const recordResponse = (response: ApiResponse): void => {
    browserHeaders.push(...response.browserHeaders);
    onResponse(response);
  };
  return {
    publicUrl,
    mode,
    sentryDsn,
    apiUrl: apiUrl ?? null,
    countryUrl: countryUrl ?? null,
    pollsCookies: pollsCookies === true,
    shop: shop(),
    modulesOff,
    notice: settings.notice(),
    availability: settings.availability(),
    nonce: nonceOf(reply),
    api: (locale) =>
      inProcessTransport(app, { ip: request.ip, cookie, host, browser, extraHeaders, onResponse: recordResponse, withinDeadline }, locale),
    allowFormsTo: (origin) => allowForms(reply, origin, { ownOrigin: new URL(publicUrl).origin, places: settings.formOrigins ?? [] }),
    orderCookie: (orderId) => guests.addItem(cookie, orderId),
    browserHeaders: () => browserHeaders,
    report: (error) => log.error({ err: error, url: request.url }, 'page_failed'),
  };
}

const POLICY = 'content-security-policy';

/** Changes the content policy that the security headers have set. */
export function changePolicy(reply: FastifyReply, from: string, to: string): void {
  const policy = reply.getHeader(POLICY);
  if (typeof policy === 'string') reply.header(POLICY, policy.replace(from, to));
}

/** Removes the policy: a cached page is shown under the policy it came with. */
export const dropPolicy = (reply: FastifyReply): FastifyReply => reply.removeHeader(POLICY);

/**
 * Allows this page's forms to go to one acquirer: to all its origins, since its pages may redirect between them. False when no acquirer
 * has this origin.
 */
function allowForms(reply: FastifyReply, origin: string, allowed: { ownOrigin: string; places: readonly (readonly string[])[] }): boolean {
  if (origin === allowed.ownOrigin) return true;
  const acquirerOrigins = allowed.places.find((origins) => origins.includes(origin));
  if (acquirerOrigins !== undefined) changePolicy(reply, "form-action 'self'", `form-action ${acquirerOrigins.join(' ')}`);
  return acquirerOrigins !== undefined;
}

/** Set by the security headers where they are registered. */
export function nonceOf(reply: FastifyReply): string {
  const { cspNonce } = reply as { readonly cspNonce?: { readonly script: string } };
  return cspNonce?.script ?? '';
}

interface TransportOptions {
  readonly ip: string;
  readonly cookie: string | undefined;
  readonly host: string | undefined;
  /** The User-Agent, recorded at sign-in. */
  readonly browser?: string | undefined;
  readonly onResponse: (response: ApiResponse) => void;
  /** Further headers. */
  readonly extraHeaders?: Readonly<Record<string, string>>;
  /** The remaining time of the page. */
  readonly withinDeadline: PageDeadline;
}

/** Response headers that are forwarded to the browser. */
const BROWSER_HEADERS = ['set-cookie', 'clear-site-data'] as const;

const browserHeadersOf = (
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): ApiResponse['browserHeaders'] =>
  BROWSER_HEADERS.flatMap((name) => [headers[name] ?? []].flat().map((value) => [name, `${value}`] as const));

/** Calls the API in this process with the visitor's cookies and address. */
export function inProcessTransport(
  app: FastifyInstance,
  { ip, cookie, host, browser, extraHeaders = {}, onResponse, withinDeadline }: TransportOptions,
  locale: string,
): PageTransport {
  return {
    locale,
    async send({ method, url, headers, body }) {
      const request = async () =>
        await app.inject({
          method: method as 'GET',
          url,
          remoteAddress: ip,
          headers: {
            ...headers,
            ...extraHeaders,
            ...(cookie === undefined ? {} : { cookie }),
            ...(host === undefined ? {} : { host }),
            ...(browser === undefined ? {} : { 'user-agent': browser }),
          },
          ...(body === undefined ? {} : { payload: body }),
        });
      const response = await withinDeadline(method === 'GET' ? request : async () => await withoutSharedReads(request)).catch(
        (error: unknown) => {
          // The page sees a failed call; the response to the visitor says when to retry
          if (isUnavailable(error)) onResponse({ url, status: 503, text: '', isUnavailable: true, browserHeaders: [] });
          throw error;
        },
      );
      const isUnavailableResponse = response.statusCode === 503 && response.headers['retry-after'] !== undefined;
      onResponse({
        url,
        status: response.statusCode,
        text: response.body,
        isUnavailable: isUnavailableResponse,
        browserHeaders: browserHeadersOf(response.headers),
      });
      const header = (name: string): string | undefined => {
        const value = response.headers[name];
        return value === undefined || Array.isArray(value) ? value?.[0] : String(value);
      };
      return { status: response.statusCode, header, text: response.body };
    },
  };
}

/** `Set-Cookie` for a visitor who came by a link with a pair: forms open with it until the browser is closed, or another pair is used. */
export function wantedCookies({ method, url }: Pick<PageVisit, 'method' | 'url'>, isHttps: boolean): readonly string[] {
  const from = url.indexOf('?');
  const exchangeLink = method === 'GET' && from >= 0 ? readExchangeLink(new URLSearchParams(url.slice(from))) : undefined;
  if (exchangeLink === undefined) return [];
  const wanted = stringifySetCookie({
    name: WANTED_COOKIE,
    value: packExchangeLink(exchangeLink),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
  });
  return [wanted, forgetPairCookie(isHttps)];
}
