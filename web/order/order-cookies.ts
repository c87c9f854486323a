import { openOrderCookie } from '#contract/visit-cookies.ts';
import type { SiteRequest } from '#web/api/site-context.ts';

type Site = Pick<SiteRequest, 'orderCookie' | 'publicUrl'>;

/** Headers after an order was made: a guest's access to it, and the order that the exchange page offers to continue. */
export function orderCookies(
  site: Site,
  id: string,
  { isGuest, isOpen }: { readonly isGuest: boolean; readonly isOpen: boolean },
): Headers {
  const headers = new Headers();
  if (isGuest) headers.append('set-cookie', site.orderCookie(id));
  if (isOpen) headers.append('set-cookie', openOrderCookie(id, site.publicUrl.startsWith('https:')));
  return headers;
}
