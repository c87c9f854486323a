import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts';

/** The language of an address: Russian at the root, English below `/en`. */
export const localeOf = (pathname: string): Locale =>
  pathname === '/en' || pathname.startsWith('/en/') || pathname === '/en.data' ? 'en' : DEFAULT_LOCALE;

/** The address without its language: `/en/order/x` -> `/order/x`; never one that a browser takes for another host (`/en//x`, R49). */
export const barePath = (pathname: string): string =>
  (localeOf(pathname) === 'en' ? pathname.slice(3) || '/' : pathname).replace(/^[/\\]{2,}/, '/');

/** The address of a page in a language; `path` is the bare one. */
export const localPath = (locale: Locale, path: string): string => {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' || path.startsWith('/?') ? `/${locale}${path.slice(1)}` : `/${locale}${path}`;
};

/** An address of ours, query included, in a language. */
export function addressIn(locale: Locale, address: string): string {
  const { pathname, search } = new URL(address, 'http://site');
  return localPath(locale, barePath(pathname)) + search;
}
