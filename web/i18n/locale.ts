import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts';

/** The language of an address: Russian at the root, English below `/en`. */
export const localeOf = (pathname: string): Locale =>
  pathname === '/en' || pathname.startsWith('/en/') || pathname === '/en.data' ? 'en' : DEFAULT_LOCALE;

/** The path without its language prefix: `/en/order/x` -> `/order/x`; never a path that a browser reads as another host (`/en//x`, R49). */
export const barePath = (pathname: string): string =>
  (localeOf(pathname) === 'en' ? pathname.slice(3) || '/' : pathname).replace(/^[/\\]{2,}/, '/');

/** The path of a page in a language; `path` has no language prefix. */
export const localPath = (locale: Locale, path: string): string => {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' || path.startsWith('/?') ? `/${locale}${path.slice(1)}` : `/${locale}${path}`;
};

/** A path of the site with its query, in another language. */
export function addressIn(locale: Locale, address: string): string {
  const { pathname, search } = new URL(address, 'http://site');
  return localPath(locale, barePath(pathname)) + search;
}
