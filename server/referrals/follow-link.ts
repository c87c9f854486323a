import { parseCookie, stringifySetCookie } from 'cookie';
import { readReferralLink } from '#core/referral/referral-link.ts';
import { DAY_MS, type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { createClickCounter } from './count-clicks.ts';

/** A click on a referral link. */
export interface Click {
  /** The referrer's code. */
  readonly code: string;
  readonly at: Instant;
  /** `utm_*` without the prefix. */
  readonly source: Readonly<Record<string, string>>;
}

const COOKIE_NAME = 'referal_hash';
const PURPOSE = 'referral click';
/** Domain 8: "first party, one year, deleted at sign-out". */
const MAX_AGE_MS = 365 * DAY_MS;
/** Longest value that we set. */
const MAX_CHARS = 1_500;
const COOKIE_PATTERN = /^([0-9a-f]{12})\.([0-9a-z]{1,11})\.([\w-]*)$/;

function parseSource(packed: string): Click['source'] {
  if (packed === '') return {};
  return JSON.parse(Buffer.from(packed, 'base64url').toString()) as Click['source'];
}

/** `Set-Cookie` of a click. It replaces an earlier click, as monitors expect, and is signed so that it cannot be forged. */
export function clickCookie({ secrets }: Pick<Deps, 'secrets'>, click: Click, isHttps: boolean): string {
  const packed = Object.keys(click.source).length === 0 ? '' : Buffer.from(JSON.stringify(click.source)).toString('base64url');
  const text = `${click.code}.${click.at.toString(36)}.${packed}`;
  return stringifySetCookie({
    name: COOKIE_NAME,
    value: `${text}.${secrets.sign(PURPOSE, text)}`,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    maxAge: MAX_AGE_MS / SECOND_MS,
  });
}

/** The click stored in the browser's cookie; undefined if there is none, it has expired, or we did not sign it. */
export function readClick({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, cookies: string | undefined): Click | undefined {
  const value = cookies?.includes(COOKIE_NAME) === true ? parseCookie(cookies)[COOKIE_NAME] : undefined;
  if (value === undefined || value.length > MAX_CHARS) return undefined;
  const signatureDot = value.lastIndexOf('.');
  const text = value.slice(0, Math.max(signatureDot, 0));
  const [, code, time, packed] = COOKIE_PATTERN.exec(text) ?? [];
  if (code === undefined || time === undefined || packed === undefined) return undefined;
  if (!secrets.verifyLongLived(PURPOSE, text, value.slice(signatureDot + 1))) return undefined;
  const at = Number.parseInt(time, 36);
  return at > clock.now() - MAX_AGE_MS ? { code, at, source: parseSource(packed) } : undefined;
}

/** A requested page. */
export interface PageVisit {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface LinkFollower {
  /** `Set-Cookie` for a visit through a referral link; undefined for other visits. The code is not checked here. */
  follow(visit: PageVisit): string | undefined;
  close(): Promise<void>;
}

/** User agents of bots, and purposes of prefetch requests. */
const BOT_USER_AGENT = /bot|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|java|http|scan|headless/i;
const PREFETCH_PURPOSE = /prefetch|preview|prerender/i;

const text = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '');

function isBrowser({ headers }: PageVisit): boolean {
  const agent = text(headers['user-agent']);
  // Every browser starts with "Mozilla/5.0"; bots name themselves
  return agent.startsWith('Mozilla/') && !BOT_USER_AGENT.test(agent);
}

/** Handles referral links on every page (domain 8): stores the last click in a cookie and counts it. */
export function createLinkFollower(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'> & { readonly settings: Pick<Deps['settings'], 'publicUrl'> },
): LinkFollower {
  const counter = createClickCounter(deps);
  const isHttps = deps.settings.publicUrl.startsWith('https:');
  return {
    follow(visit) {
      const queryStart = visit.url.indexOf('?');
      if (visit.method !== 'GET' || queryStart < 0 || visit.url.slice(0, queryStart).endsWith('.data')) return undefined;
      const link = readReferralLink(new URLSearchParams(visit.url.slice(queryStart)));
      if (link === undefined || PREFETCH_PURPOSE.test(text(visit.headers['sec-purpose']) + text(visit.headers['purpose'])))
        return undefined;
      if (isBrowser(visit)) counter.count(link, `${peerOf(visit.ip)}\0${text(visit.headers['user-agent'])}`);
      return clickCookie(deps, { ...link, at: deps.clock.now() }, isHttps);
    },
    close: () => counter.flush(),
  };
}
