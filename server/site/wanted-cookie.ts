import { stringifySetCookie } from 'cookie';
import { WANTED_COOKIE } from '#contract/wanted-cookie.ts';
import { packWanted, readWanted } from '#core/wanted-exchange.ts';
import type { PageAsked } from '#server/referrals/follow-link.ts';

/** `Set-Cookie` for whoever came to a page by a link that names a pair: its form opens with it until the browser is closed. */
export function wantedCookie({ method, url }: Pick<PageAsked, 'method' | 'url'>, isHttps: boolean): string | undefined {
  const from = url.indexOf('?');
  const wanted = method === 'GET' && from >= 0 ? readWanted(new URLSearchParams(url.slice(from))) : undefined;
  if (wanted === undefined) return undefined;
  return stringifySetCookie({
    name: WANTED_COOKIE,
    value: packWanted(wanted),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
  });
}
