import { pairInSlug, pairSlug, type PairOfCodes } from '#core/link/pair-path.ts';
import type { ExchangeLink } from '#core/link/exchange-link.ts';
import { wantedIn } from './wanted-cookie.ts';

/** The pair this browser used last, as in a pair's address; written by the page. */
export const PAIR_COOKIE = 'pair';
/** Id of the newest order this browser made, while it waits for the customer. The id opens nothing: the order's key is sealed. */
export const OPEN_ORDER_COOKIE = 'open_order';

const PAIR_SECONDS = 60 * 60 * 24 * 90;
/** Longer than an order waits for its payment. */
const OPEN_ORDER_SECONDS = 60 * 60 * 24 * 3;

const LAST_PAIR = new RegExp(`(?:^|;\\s*)${PAIR_COOKIE}=([a-z0-9-]{3,41})(?:;|$)`);
const OPEN_ORDER = new RegExp(`(?:^|;\\s*)${OPEN_ORDER_COOKIE}=([\\w-]{1,64})(?:;|$)`);

const cookie = (text: string, seconds: number, isHttps: boolean): string =>
  `${text}; Path=/; Max-Age=${seconds}; SameSite=Lax${isHttps ? '; Secure' : ''}`;

export const pairCookie = ({ from, to }: PairOfCodes, isHttps: boolean): string =>
  cookie(`${PAIR_COOKIE}=${pairSlug(from, to)}`, PAIR_SECONDS, isHttps);

/** Removes the pair: a link that names another one is newer. */
export const forgetPairCookie = (isHttps: boolean): string => cookie(`${PAIR_COOKIE}=`, 0, isHttps);

export const openOrderCookie = (id: string, isHttps: boolean): string => cookie(`${OPEN_ORDER_COOKIE}=${id}`, OPEN_ORDER_SECONDS, isHttps);

export const forgetOpenOrderCookie = (isHttps: boolean): string => cookie(`${OPEN_ORDER_COOKIE}=`, 0, isHttps);

/** The last pair in these cookies; undefined: none. */
export function lastPairIn(cookies: string | null | undefined): PairOfCodes | undefined {
  const slug = LAST_PAIR.exec(cookies ?? '')?.[1];
  return slug === undefined ? undefined : pairInSlug(slug);
}

/** Id of the order in these cookies; undefined: none. */
export const openOrderIn = (cookies: string | null | undefined): string | undefined => OPEN_ORDER.exec(cookies ?? '')?.[1];

/** What the home page opens with: the pair used last, with the amount of a link that named the same pair. */
export function visitIn(cookies: string | null | undefined): ExchangeLink | undefined {
  const [wanted, last] = [wantedIn(cookies), lastPairIn(cookies)];
  if (last === undefined) return wanted;
  const isSame = (code: string | null | undefined, own: string) => (code ?? own).toUpperCase() === own;
  const isWanted = wanted !== undefined && isSame(wanted.from, last.from) && isSame(wanted.to, last.to);
  return { ...last, amount: isWanted ? wanted.amount : null };
}
