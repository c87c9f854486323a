import type { DirectionChangeAttributes } from '#contract/directions.ts';
import type { Locale } from '#core/locale.ts';
import { pairPath, systemPath } from '#core/pair-path.ts';
import { localPath } from '#web/i18n/locale.ts';

/** The limits of the sitemap protocol, of one file; of its 50 MB some are left for what stands around the addresses. */
const MAX_ADDRESSES = 50_000;
const MAX_BYTES = 45_000_000;

/** A public page. */
export interface PublicPage {
  /** Bare address. */
  readonly path: string;
  /** When what it says was last changed, RFC 3339; null: nobody knows, and nothing is made up. */
  readonly changedAt: string | null;
  /** Where its address is not the same in every language; null: it is not written in that one. */
  readonly paths?: Readonly<Record<Locale, string | null>>;
}

/** Pages that are there in every shop. */
const ALWAYS = ['/', '/directions', '/about', '/reviews', '/news', '/faq', '/referral', '/business', '/developers', '/developers/widget'];

const undated = (path: string): PublicPage => ({ path, changedAt: null });

/** The later of two, as text: RFC 3339 in UTC sorts by time. Null where one of them is not known: it might be the later one. */
const later = (a: string | null, b: string | null): string | null => (a === null || b === null ? null : a > b ? a : b);

/** The pages of systems that somebody can give or get: what they say has changed with any of their exchanges. */
function systemPages(changes: readonly DirectionChangeAttributes[]): readonly PublicPage[] {
  const dates = new Map<string, string | null>();
  for (const { income_payment_system_id: from, outcome_payment_system_id: to, changed_at: at } of changes)
    for (const id of [from, to]) dates.set(id, later(dates.get(id) ?? (dates.has(id) ? null : ''), at));
  return [...dates].map(([id, changedAt]) => ({ path: systemPath(id), changedAt }));
}

interface Known {
  /** Directions that are open now. */
  readonly changes: readonly DirectionChangeAttributes[];
  /** Symbols that have a page. */
  readonly coins: readonly string[];
  /** What people have written. */
  readonly texts: readonly PublicPage[];
}

/** Every public page: those of all shops, coins with their list, each payment system, and each pair that can be exchanged now. */
export const publicPages = ({ changes, coins, texts }: Known): readonly PublicPage[] => [
  ...ALWAYS.map(undated),
  ...(coins.length === 0 ? [] : ['/crypto', ...coins.map((symbol) => `/crypto/${symbol.toLowerCase()}`)]).map(undated),
  ...texts,
  ...systemPages(changes),
  ...changes.map((one) => ({
    path: pairPath(one.income_payment_system_id, one.outcome_payment_system_id),
    changedAt: one.changed_at,
  })),
];

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface Site {
  readonly publicUrl: string;
  /** Those that the shop speaks. */
  readonly languages: readonly Locale[];
}

/** A page once in each language, with its sisters in the others. */
function entriesOf({ publicUrl, languages }: Site, { path, paths, changedAt }: PublicPage): readonly string[] {
  const address = (locale: Locale) => escape(publicUrl + localPath(locale, paths?.[locale] ?? path));
  const written = languages.filter((locale) => paths?.[locale] !== null);
  const sisters = written.map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${address(locale)}"/>`).join('');
  const date = changedAt === null ? '' : `<lastmod>${escape(changedAt)}</lastmod>`;
  return written.map((locale) => `<url><loc>${address(locale)}</loc>${date}${sisters}</url>`);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The files of a sitemap, at least one, each within the limits of the protocol. */
export function sitemapParts(site: Site, pages: readonly PublicPage[], most = MAX_ADDRESSES): readonly string[] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const entry of pages.flatMap((page) => entriesOf(site, page))) {
    const size = Buffer.byteLength(entry) + 1;
    if ((parts.at(-1)?.length ?? 0) >= most || bytes + size > MAX_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(entry);
    bytes += size;
  }
  return parts.map((entries) => `${HEAD}<urlset ${SPACES} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`);
}

/** What stands at `/sitemap.xml`: the one file, or an index of several. `part` counts from one; undefined where there is no such part. */
export function sitemapFile({ publicUrl }: Site, parts: readonly string[], part: number | null): string | undefined {
  if (part !== null) return parts[part - 1];
  if (parts.length === 1) return parts[0];
  const entries = parts.map((_, i) => `<sitemap><loc>${escape(publicUrl)}/sitemap.xml?part=${i + 1}</loc></sitemap>`);
  return `${HEAD}<sitemapindex ${SPACES}>\n${entries.join('\n')}\n</sitemapindex>\n`;
}
