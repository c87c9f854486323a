import { LOCALES, type Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';

/** The limit of the sitemap protocol. */
const MAX_ADDRESSES = 50_000;

export interface Listed {
  readonly id: string;
  readonly outcome_payment_system_ids: readonly string[];
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Bare addresses of every public page: the opening one, the rules, what programs and sites of others need, coins with their list, and each pair that can be exchanged. */
export function publicPaths(systems: readonly Listed[], coins: readonly string[]): string[] {
  const market = coins.length === 0 ? [] : ['/crypto', ...coins.map((symbol) => `/crypto/${symbol.toLowerCase()}`)];
  const pairs = systems.flatMap(({ id, outcome_payment_system_ids: outcomes }) => outcomes.map((outcome) => `/exchange/${id}/${outcome}`));
  return ['/', '/terms', '/referral', '/developers', '/developers/widget', ...market, ...pairs].slice(0, MAX_ADDRESSES / LOCALES.length);
}

interface Site {
  readonly publicUrl: string;
  /** Those that the shop speaks. */
  readonly languages: readonly Locale[];
}

/** Every page once in each language, with its sisters in the others. */
export function sitemapXml({ publicUrl, languages }: Site, paths: readonly string[]): string {
  const address = (locale: Locale, path: string) => escape(publicUrl + localPath(locale, path));
  const sisters = (path: string) =>
    languages.map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(locale, path)}"/>`).join('');
  const entries = paths.flatMap((path) => languages.map((locale) => `<url><loc>${address(locale, path)}</loc>${sisters(path)}</url>`));
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${entries.join('\n')}\n</urlset>\n`;
}
