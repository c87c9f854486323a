import { stringifySetCookie } from 'cookie';
import { WANTED_COOKIE } from '#contract/wanted-cookie.ts';
import { packExchangeLink, readExchangeLink } from '#core/link/exchange-link.ts';
import type { PageVisit } from '#server/referrals/follow-link.ts';

/** `Set-Cookie` for a visitor who came by a link with a pair: forms open with it until the browser is closed. */
export function wantedCookie({ method, url }: Pick<PageVisit, 'method' | 'url'>, isHttps: boolean): string | undefined {
  const from = url.indexOf('?');
  const exchangeLink = method === 'GET' && from >= 0 ? readExchangeLink(new URLSearchParams(url.slice(from))) : undefined;
  if (exchangeLink === undefined) return undefined;
  return stringifySetCookie({
    name: WANTED_COOKIE,
    value: packExchangeLink(exchangeLink),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
  });
}
