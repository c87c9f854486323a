import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GuestCookies } from '#server/platform/http/guest-cookies.ts';
import { isAway } from '#server/platform/away.ts';
import { createPatience, type Patience } from '#server/platform/http/answer-in-time.ts';
import { keepingHeader } from '#server/platform/http/only-from-proxies.ts';
import type { Log } from '#server/platform/log.ts';
import type { PageRequest, PageTransport } from './build.ts';

/** What pages are told about this installation. */
export interface SiteSettings {
  readonly publicUrl: string;
  readonly mode: 'demo' | 'production';
  /** DSN for the browser's error reports, null when there is none. */
  readonly sentryDsn: string | null;
  /** What the owner says of his shop, as it is now. */
  readonly shop: () => PageRequest['shop'];
  /** What all visitors are told now. */
  readonly notice: () => PageRequest['notice'];
  /** Version of what can be exchanged now. */
  readonly availability: () => string;
  /** Whether there are pages of crypto statistics. */
  readonly hasCryptoStats: boolean;
  readonly log: Log;
  readonly guests: GuestCookies;
  /** Where forms may be sent besides here: the origins of each acquirer, together. */
  readonly formPlaces?: readonly (readonly string[])[];
  /** By which the proxy in front names the visitor's country. */
  readonly countryHeader?: string | undefined;
  /** What browsers put before the paths of the API; undefined: it is at the root of the site. */
  readonly apiUrl?: string | undefined;
  /** The service that browsers ask for their country; undefined: this one. */
  readonly countryUrl?: string | undefined;
  /** Whether pages look at their cookies from time to time. */
  readonly pollsCookies?: boolean;
}

/** An answer of the API to a page. */
export interface Heard {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  /** Whether it says that the database is away. */
  readonly isAway: boolean;
  /** What it tells a browser, by header. */
  readonly told: readonly (readonly [name: string, value: string])[];
}

interface Exchange {
  readonly settings: SiteSettings;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly hear: (answer: Heard) => void;
}

/** What the page of one visitor gets from the server: the API as he himself would be answered. */
export function pageRequest(app: FastifyInstance, { settings, request, reply, hear }: Exchange): PageRequest {
  const { publicUrl, mode, sentryDsn, apiUrl, countryHeader, countryUrl, pollsCookies, shop, hasCryptoStats, log, guests } = settings;
  const { cookie, host, 'user-agent': browser } = request.headers;
  const country = countryHeader === undefined ? undefined : request.headers[countryHeader.toLowerCase()];
  const more = keepingHeader(countryHeader, typeof country === 'string' ? country : undefined);
  const patience = createPatience();
  const told: (readonly [string, string])[] = [];
  const note = (answer: Heard): void => {
    told.push(...answer.told);
    hear(answer);
  };
  return {
    publicUrl,
    mode,
    sentryDsn,
    apiUrl: apiUrl ?? null,
    countryUrl: countryUrl ?? null,
    pollsCookies: pollsCookies === true,
    shop: shop(),
    hasCryptoStats,
    notice: settings.notice(),
    availability: settings.availability(),
    nonce: nonceOf(reply),
    api: (locale) => innerTransport(app, { ip: request.ip, cookie, host, browser, more, hear: note, patience }, locale),
    sendFormsTo: (origin) => allowForms(reply, origin, { ownOrigin: new URL(publicUrl).origin, places: settings.formPlaces ?? [] }),
    holdOrder: (orderId) => guests.hold(cookie, orderId),
    told: () => told,
    report: (error) => log.error({ err: error, url: request.url }, 'page_failed'),
  };
}

const POLICY = 'content-security-policy';

/** Changes the policy of one answer, which the security headers have written by now. */
export function changePolicy(reply: FastifyReply, from: string, to: string): void {
  const policy = reply.raw.getHeader(POLICY);
  if (typeof policy === 'string') reply.raw.setHeader(POLICY, policy.replace(from, to));
}

/** Leaves this answer without a policy: what a browser keeps stands under the one that came with it. */
export const dropPolicy = (reply: FastifyReply): void => reply.raw.removeHeader(POLICY);

/**
 * Forms of this answer go to one acquirer alone: to all the origins that the shop has named for it, since its pages may lead from one to
 * another. False, and no form goes anywhere but here, where no acquirer of ours is at that origin.
 */
function allowForms(reply: FastifyReply, origin: string, to: { ownOrigin: string; places: readonly (readonly string[])[] }): boolean {
  if (origin === to.ownOrigin) return true;
  const place = to.places.find((origins) => origins.includes(origin));
  if (place !== undefined) changePolicy(reply, "form-action 'self'", `form-action ${place.join(' ')}`);
  return place !== undefined;
}

/** Set by the security headers where they are registered. */
export function nonceOf(reply: FastifyReply): string {
  const { cspNonce } = reply as { readonly cspNonce?: { readonly script: string } };
  return cspNonce?.script ?? '';
}

interface Caller {
  readonly ip: string;
  readonly cookie: string | undefined;
  readonly host: string | undefined;
  /** What his browser says of itself, which is written down where he signs in. */
  readonly browser?: string | undefined;
  readonly hear: (answer: Heard) => void;
  /** Further headers. */
  readonly more?: Readonly<Record<string, string>>;
  /** What is left to its page. */
  readonly patience: Patience;
}

/** Headers of an answer that are meant for a browser's own keeping. */
const FOR_BROWSERS = ['set-cookie', 'clear-site-data'] as const;

const toldBy = (headers: Readonly<Record<string, string | number | readonly string[] | undefined>>): Heard['told'] =>
  FOR_BROWSERS.flatMap((name) => [headers[name] ?? []].flat().map((value) => [name, `${value}`] as const));

/** Calls the API as this caller: with his cookies, from his address. */
export function innerTransport(
  app: FastifyInstance,
  { ip, cookie, host, browser, more = {}, hear, patience }: Caller,
  locale: string,
): PageTransport {
  return {
    locale,
    async send({ method, url, headers, body }) {
      const ask = async () =>
        await app.inject({
          method: method as 'GET',
          url,
          remoteAddress: ip,
          headers: {
            ...headers,
            ...more,
            ...(cookie === undefined ? {} : { cookie }),
            ...(host === undefined ? {} : { host }),
            ...(browser === undefined ? {} : { 'user-agent': browser }),
          },
          ...(body === undefined ? {} : { payload: body }),
        });
      const answer = await patience(ask).catch((error: unknown) => {
        // Its page reads that nobody has answered, and whoever asked for the page when to come again
        if (isAway(error)) hear({ url, status: 503, text: '', isAway: true, told: [] });
        throw error;
      });
      const saysAway = answer.statusCode === 503 && answer.headers['retry-after'] !== undefined;
      hear({ url, status: answer.statusCode, text: answer.body, isAway: saysAway, told: toldBy(answer.headers) });
      const header = (name: string): string | undefined => {
        const value = answer.headers[name];
        return value === undefined || Array.isArray(value) ? value?.[0] : String(value);
      };
      return { status: answer.statusCode, header, text: answer.body };
    },
  };
}
