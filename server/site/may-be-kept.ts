import { WANTED_COOKIE, wantedIn } from '#contract/wanted-cookie.ts';
import { LINK_PARAMS } from '#core/referral/marks.ts';

/** What of a request decides how a page looks that is the same for everybody: nothing else of it reaches the one who draws the page. */
export interface SharedAddress {
  /** Path and query, the query in one order. */
  readonly url: string;
  /** The cookies that it is drawn with, as a header; null: none. */
  readonly cookie: string | null;
}

const PAGES = /^(?:\/|\/en|(?:\/en)?\/exchange\/[a-z0-9]{1,20}-[a-z0-9]{1,20})$/;
/** Themes that a cookie may name, and the cookie that the page is drawn with. */
const THEMES: ReadonlyMap<string, string | null> = new Map([
  ['', null],
  ['system', null],
  ['light', 'theme=light'],
  ['dark', 'theme=dark'],
]);

/** What an address may ask for, and how that looks. */
const QUERY = {
  from: /^[A-Za-z0-9]{1,20}$/,
  to: /^[A-Za-z0-9]{1,20}$/,
  amount: /^\d{1,12}(?:\.\d{1,8})?$/,
  get: /^\d{1,12}(?:\.\d{1,8})?$/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** The same, as monitors write it. */
const AS_MONITORS: Readonly<Record<string, keyof typeof QUERY>> = { cur_from: 'from', cur_to: 'to' };

/** Cookies that change nothing of a page but its colours: the guest's own key and whose link he came by are for what he does, not for what he sees. */
const COOKIES = new Set(['theme', 'notice', 'guest', '__Host-guest', 'referal_hash', WANTED_COOKIE]);
/** Where nothing of the address says what to exchange, and what somebody came for does. */
const OPENING = /^\/(?:en)?$/;

function queryOf(search: string): string | undefined {
  const given = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) if (!LINK_PARAMS.has(name)) given.append(AS_MONITORS[name] ?? name, value);
  const kept = new URLSearchParams();
  for (const [name, shape] of Object.entries(QUERY)) {
    const [value, ...more] = given.getAll(name);
    if (more.length > 0 || (value !== undefined && !shape.test(value))) return undefined;
    if (value !== undefined) kept.set(name, value);
  }
  return kept.size === given.size ? kept.toString() : undefined;
}

/** The cookies that the page is drawn with; undefined where any cookie could mean something else. A notice that is told no longer is nothing. */
function drawnWith(cookies: string | undefined, noticeKey: string | null): string | null | undefined {
  const given = (cookies ?? '').split(';').flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim()]));
  const named = new Map(given.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const));
  if (![...named.keys()].every((name) => COOKIES.has(name))) return undefined;
  const theme = THEMES.get(named.get('theme') ?? '');
  if (theme === undefined) return undefined;
  const isAway = noticeKey !== null && named.get('notice') === noticeKey;
  const drawn = [...(theme === null ? [] : [theme]), ...(isAway ? [`notice=${noticeKey}`] : [])];
  return drawn.length === 0 ? null : drawn.join('; ');
}

/**
 * The address under which this visitor's page is everybody's: one of the pages of exchange, asked for with nothing but what is listed
 * here. Undefined for all others, and for whoever brings an order, a session or anything we do not know (quality R51). `noticeKey`: what
 * is told to all visitors now, which some of them have put away.
 */
export function sharedAddress(
  request: { readonly method: string; readonly url: string; readonly headers: { readonly cookie?: string | undefined } },
  noticeKey: string | null = null,
): SharedAddress | undefined {
  const [path = '', search = '', ...more] = request.url.split('?');
  if (request.method !== 'GET' || !PAGES.test(path) || more.length > 0) return undefined;
  const query = queryOf(search);
  const cookie = drawnWith(request.headers.cookie, noticeKey);
  if (query === undefined || cookie === undefined) return undefined;
  if (query === '' && OPENING.test(path) && wantedIn(request.headers.cookie) !== undefined) return undefined;
  return { url: query === '' ? path : `${path}?${query}`, cookie };
}
