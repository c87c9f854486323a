import type { DirectionChangeAttributes } from '#contract/public/directions.ts';
import type { Locale } from '#core/locale.ts';
import { isPageOn } from '#core/config/optional-modules.ts';
import { pairPath, systemPath } from '#core/link/pair-path.ts';
import { localPath } from '#web/i18n/locale.ts';

/** Limits of the sitemap protocol for one file; less than its 50 MB, to leave room for the XML around the entries. */
const MAX_ADDRESSES = 50_000;
const MAX_BYTES = 45_000_000;

/** A public page. */
export interface PublicPage {
  /** Path without language prefix. */
  readonly path: string;
  /** Last change of the content, RFC 3339; null: unknown. */
  readonly changedAt: string | null;
  /** Paths by language where they differ; null: not translated. */
  readonly paths?: Readonly<Record<Locale, string | null>>;
}

/** Pages at fixed addresses. */
const FIXED = ['/', '/directions', '/about', '/reviews', '/news', '/faq', '/referral', '/business', '/developers', '/developers/widget'];

const undated = (path: string): PublicPage => ({ path, changedAt: null });

/** The later of two RFC 3339 times in UTC, compared as text. Null when one is unknown: it might be the later one. */
const later = (a: string | null, b: string | null): string | null => (a === null || b === null ? null : a > b ? a : b);

/** Pages of the systems in open directions, changed with the latest of their directions. */
function systemPages(changes: readonly DirectionChangeAttributes[]): readonly PublicPage[] {
  const dates = new Map<string, string | null>();
  for (const { income_payment_system_id: from, outcome_payment_system_id: to, changed_at: changedAt } of changes)
    for (const id of [from, to]) dates.set(id, later(dates.get(id) ?? (dates.has(id) ? null : ''), changedAt));
  return [...dates].map(([id, changedAt]) => ({ path: systemPath(id), changedAt }));
}

interface SitemapSources {
  /** Optional modules that are off: their pages are left out. */
  readonly modulesOff: readonly string[];
  /** Open directions with their last change. */
  readonly changes: readonly DirectionChangeAttributes[];
  /** Symbols of the coins that have a page. */
  readonly coins: readonly string[];
  /** Pages of texts and news. */
  readonly texts: readonly PublicPage[];
}

/** All public pages: the fixed ones, coins with their list, texts, payment systems and open pairs. */
export const publicPages = ({ modulesOff, changes, coins, texts }: SitemapSources): readonly PublicPage[] => [
  ...FIXED.filter((path) => isPageOn(path, modulesOff)).map(undated),
  ...(coins.length === 0 ? [] : ['/crypto', ...coins.map((symbol) => `/crypto/${symbol.toLowerCase()}`)]).map(undated),
  ...texts,
  ...systemPages(changes),
  ...changes.map((change) => ({
    path: pairPath(change.income_payment_system_id, change.outcome_payment_system_id),
    changedAt: change.changed_at,
  })),
];

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Site {
  readonly publicUrl: string;
  /** Languages of the site. */
  readonly languages: readonly Locale[];
}

/** One entry of a page per language, with links to the other languages. */
function entriesOf({ publicUrl, languages }: Site, { path, paths, changedAt }: PublicPage): readonly string[] {
  const address = (locale: Locale) => escape(publicUrl + localPath(locale, paths?.[locale] ?? path));
  const locales = languages.filter((locale) => paths?.[locale] !== null);
  const alternates = locales.map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(locale)}"/>`).join('');
  const date = changedAt === null ? '' : `<lastmod>${escape(changedAt)}</lastmod>`;
  return locales.map((locale) => `<url><loc>${address(locale)}</loc>${date}${alternates}</url>`);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The sitemap files, at least one, each within the limits of the protocol. */
export function sitemapParts(site: Site, pages: readonly PublicPage[], maxAddresses = MAX_ADDRESSES): readonly string[] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const entry of pages.flatMap((page) => entriesOf(site, page))) {
    const size = Buffer.byteLength(entry) + 1;
    if ((parts.at(-1)?.length ?? 0) >= maxAddresses || bytes + size > MAX_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(entry);
    bytes += size;
  }
  return parts.map(
    (entries) => `${HEAD}<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`,
  );
}

/** Body of `/sitemap.xml`: the only file, or an index of several. `part` counts from one; undefined: no such part. */
export function sitemapFile({ publicUrl }: Site, parts: readonly string[], part: number | null): string | undefined {
  if (part !== null) return parts[part - 1];
  if (parts.length === 1) return parts[0];
  const entries = parts.map((_, i) => `<sitemap><loc>${escape(publicUrl)}/sitemap.xml?part=${i + 1}</loc></sitemap>`);
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('\n')}\n</sitemapindex>\n`;
}
