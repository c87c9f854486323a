import { compressPart, gzipOf, storedBlock, WINDOW } from './gzip-parts.ts';

/** Not part of UTF-8: compression finds no match in a placeholder. */
const PLACEHOLDER_BYTE = 0xff;

interface FixedPart {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/** A placeholder whose text differs by reader; all its texts have the same length. */
interface Placeholder {
  readonly name: string;
  readonly bytes: number;
}

/** A page in parts: compressed once, completed for each reader. */
interface CompressedTemplate {
  /** The page with these texts in its placeholders; undefined when a text has another length than the placeholder. */
  writeFor(texts: ReadonlyMap<string, string>, encoding: 'gzip' | 'identity'): Buffer | undefined;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Splits a page at its placeholders (`placeholders`: text to name). The parts between are compressed once; each reader's page is these
 * parts with stored blocks between them.
 */
export function compressTemplate(html: string, placeholders: ReadonlyMap<string, string>): CompressedTemplate {
  const parts = html.split(new RegExp(`(${[...placeholders.keys()].map(escaped).join('|')})`));
  let preceding = Buffer.alloc(0);
  const pieces = parts
    .filter((part) => part !== '')
    .map((part): FixedPart | Placeholder => {
      const plain = Buffer.from(part);
      const name = placeholders.get(part);
      const piece = name === undefined ? { plain, packed: compressPart(plain, preceding) } : { name, bytes: plain.length };
      const dictionaryPart = name === undefined ? plain : Buffer.alloc(plain.length, PLACEHOLDER_BYTE);
      preceding = Buffer.concat([preceding, dictionaryPart]).subarray(-WINDOW);
      return piece;
    });
  return {
    writeFor(texts, encoding) {
      const filled = pieces.map((piece) => ({
        piece,
        plain: 'plain' in piece ? piece.plain : Buffer.from(texts.get(piece.name) ?? ''),
      }));
      if (filled.some(({ piece, plain }) => 'bytes' in piece && plain.length !== piece.bytes)) return undefined;
      const parts = filled.map(({ plain }) => plain);
      if (encoding === 'identity') return Buffer.concat(parts);
      return gzipOf(
        filled.map(({ piece, plain }) => ('packed' in piece ? piece.packed : storedBlock(plain))),
        parts,
      );
    },
  };
}

/** A quote in a page: id and times. */
export interface PageQuote {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly server_time: string;
}

/** A page rendered for sharing. */
interface RenderedPage {
  readonly html: string;
  /** The nonce in the rendered scripts. */
  readonly nonce: string;
  readonly quotes: readonly PageQuote[];
}

/**
 * `none`: the address has no shareable page. `not_now`: rendering failed for this requester (rate limits, a fault); another may succeed.
 */
export type RenderResult = RenderedPage | 'none' | 'not_now';

export interface PageCacheOptions {
  readonly now: () => number;
  /** What pages depend on besides data that may be a second old. A page is dropped as soon as one of these changes. */
  readonly dependencies: () => readonly unknown[];
  /** The same quote as a new one for the next reader, valid from now; undefined when its numbers no longer hold. */
  readonly renew: (id: string) => PageQuote | undefined;
}

/** Age of reserves and slots on a page (`Catalogue.reserve`). */
export const MAX_AGE_MS = 1_000;
/** About eleven megabytes. */
const MAX_PAGES = 100;
/** Prices may change while a page is rendered: it is rendered again, once. */
const MAX_TRIES = 2;

interface CacheEntry {
  readonly renderedAt: number;
  readonly dependencies: readonly unknown[];
  readonly page: Promise<PageTemplate | Exclude<RenderResult, RenderedPage>>;
}

interface PageTemplate {
  readonly compressed: CompressedTemplate;
  readonly quoteIds: readonly string[];
}

const TIMES = ['created_at', 'expires_at', 'server_time'] as const;

/** Splits a page at its individual texts: nonce, quote ids and times. */
function toTemplate({ html, nonce, quotes }: RenderedPage): PageTemplate {
  const placeholders = new Map([[nonce, 'nonce']]);
  quotes.forEach((quote, i) => {
    placeholders.set(quote.id, `id ${i}`);
    for (const name of TIMES) placeholders.set(quote[name], `${name} ${i}`);
  });
  return { compressed: compressTemplate(html, placeholders), quoteIds: quotes.map(({ id }) => id) };
}

function placeholderTexts(quotes: readonly PageQuote[], nonce: string): ReadonlyMap<string, string> {
  const quoteTexts = quotes.flatMap((quote, i) => [
    [`id ${i}`, quote.id] as const,
    ...TIMES.map((name) => [`${name} ${i}`, quote[name]] as const),
  ]);
  return new Map([['nonce', nonce], ...quoteTexts]);
}

export interface Reader {
  readonly nonce: string;
  readonly encoding: 'gzip' | 'identity';
}

export interface PageCache {
  /** The page of an address for one reader, rendered at most once a second; undefined when the reader needs an individual page. */
  read(address: string, reader: Reader, render: () => Promise<RenderResult>): Promise<Buffer | undefined>;
}

/**
 * Caches pages of visitors without individual data. A cached page has no quote and nonce: each reader gets their own, so that everyone can
 * use the numbers shown.
 */
export function createPageCache({ now, dependencies: currentDependencies, renew }: PageCacheOptions): PageCache {
  const pages = new Map<string, CacheEntry>();

  const isCurrent = ({ dependencies }: CacheEntry): boolean => currentDependencies().every((part, i) => part === dependencies[i]);
  const isFresh = ({ renderedAt }: CacheEntry): boolean => now() >= renderedAt && now() < renderedAt + MAX_AGE_MS;

  function evict(address: string, entry: CacheEntry): void {
    if (pages.get(address) === entry) pages.delete(address);
  }

  function add(address: string, render: () => Promise<RenderResult>): CacheEntry {
    const [renderedAt, dependencies] = [now(), currentDependencies()];
    const page = render().then((rendered) => (typeof rendered === 'string' ? rendered : toTemplate(rendered)));
    const entry = { renderedAt, dependencies, page };
    pages.delete(address);
    pages.set(address, entry);
    page.catch(() => evict(address, entry));
    const [oldest] = pages.keys();
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
    return entry;
  }

  function fillTemplate({ compressed, quoteIds }: PageTemplate, { nonce, encoding }: Reader): Buffer | undefined {
    const quotes = quoteIds.map(renew);
    return quotes.every((quote) => quote !== undefined) ? compressed.writeFor(placeholderTexts(quotes, nonce), encoding) : undefined;
  }

  return {
    async read(address, reader, render) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const cached = pages.get(address);
        const entry = cached !== undefined && isFresh(cached) && isCurrent(cached) ? cached : add(address, render);
        // oxlint-disable-next-line no-await-in-loop -- a page outdated while it was awaited is rendered again
        const page = await entry.page;
        if (page === 'none') return undefined;
        const filled = page !== 'not_now' && isCurrent(entry) ? fillTemplate(page, reader) : undefined;
        if (filled !== undefined) return filled;
        evict(address, entry);
        // One requester's rate limits do not affect others: a request that waited for that rendering starts one
        if (page === 'not_now' && entry !== cached) return undefined;
      }
      return undefined;
    },
  };
}
