import { readMarks } from '#core/referral/marks.ts';
import type { Deps } from '#server/deps.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { createClickCounter } from './count-clicks.ts';
import { clickCookie } from './link-cookie.ts';

/** A page that is asked for. */
export interface PageAsked {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface LinkFollower {
  /** `Set-Cookie` for whoever followed a referrer's link to a page; undefined for all others. Whose code it is nobody asks here. */
  follow(asked: PageAsked): string | undefined;
  close(): Promise<void>;
}

/** What says of itself that it is nobody, and pages that are fetched before anybody wants them. */
const BOTS = /bot|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|java|http|scan|headless/i;
const PREFETCH = /prefetch|preview|prerender/i;

const text = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '');

function isPerson({ headers }: PageAsked): boolean {
  const agent = text(headers['user-agent']);
  // Every browser says "Mozilla/5.0 (…)"; addresses of pages about themselves are what programs write
  return agent.startsWith('Mozilla/') && !BOTS.test(agent);
}

/** Referrers' links, on every page (domain 8): the last click is remembered by the browser itself, and counted. */
export function createLinkFollower(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'> & { readonly settings: Pick<Deps['settings'], 'publicUrl'> },
): LinkFollower {
  const counter = createClickCounter(deps);
  const isHttps = deps.settings.publicUrl.startsWith('https:');
  return {
    follow(asked) {
      const from = asked.url.indexOf('?');
      if (asked.method !== 'GET' || from < 0 || asked.url.slice(0, from).endsWith('.data')) return undefined;
      const marks = readMarks(new URLSearchParams(asked.url.slice(from)));
      if (marks === undefined || PREFETCH.test(text(asked.headers['sec-purpose']) + text(asked.headers['purpose']))) return undefined;
      if (isPerson(asked)) counter.note(marks, `${peerOf(asked.ip)}\0${text(asked.headers['user-agent'])}`);
      return clickCookie(deps, { ...marks, at: deps.clock.now() }, isHttps);
    },
    close: () => counter.flush(),
  };
}
