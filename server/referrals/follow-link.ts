import { readReferralLink } from '#core/referral/referral-link.ts';
import type { Deps } from '#server/deps.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { createClickCounter } from './count-clicks.ts';
import { clickCookie } from './link-cookie.ts';

/** A requested page. */
export interface PageVisit {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface LinkFollower {
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
      const from = visit.url.indexOf('?');
      if (visit.method !== 'GET' || from < 0 || visit.url.slice(0, from).endsWith('.data')) return undefined;
      const marks = readReferralLink(new URLSearchParams(visit.url.slice(from)));
      if (marks === undefined || PREFETCH_PURPOSE.test(text(visit.headers['sec-purpose']) + text(visit.headers['purpose'])))
        return undefined;
      if (isBrowser(visit)) counter.count(marks, `${peerOf(visit.ip)}\0${text(visit.headers['user-agent'])}`);
      return clickCookie(deps, { ...marks, at: deps.clock.now() }, isHttps);
    },
    close: () => counter.flush(),
  };
}
