import { packPage, type PackedPage } from './packed-page.ts';

/** A quote as it is told on a page: its id and its times. */
export interface ToldQuote {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly server_time: string;
}

/** A page that was drawn for nobody in particular. */
interface DrawnPage {
  readonly html: string;
  /** The nonce that its scripts were drawn with. */
  readonly nonce: string;
  readonly quotes: readonly ToldQuote[];
}

/** `none`: the address has no page that could be everybody's. `not_now`: the one who asked could not have it drawn (his limits, a fault of the moment); the next one may. */
export type Drawing = DrawnPage | 'none' | 'not_now';

export interface KeptPagesOptions {
  readonly now: () => number;
  /** What pages are drawn from besides what may be a second old. A page goes as soon as one of these is another. */
  readonly drawnFrom: () => readonly unknown[];
  /** The same numbers as a quote of the next reader's own, alive from now on; undefined where they no longer hold. */
  readonly renew: (id: string) => ToldQuote | undefined;
}

/** Reserves and slots on a page are as last read, a second ago at most (`Catalogue.reserve`). */
export const KEPT_MS = 1_000;
/** About eleven megabytes. */
const MOST_PAGES = 100;
/** Prices may move while a page is drawn: then it is drawn again, but nobody waits for ever. */
const ATTEMPTS = 2;

interface Kept {
  readonly drawnAt: number;
  readonly from: readonly unknown[];
  readonly page: Promise<OpenPage | Exclude<Drawing, DrawnPage>>;
}

interface OpenPage {
  readonly packed: PackedPage;
  readonly quoteIds: readonly string[];
}

const TIMES = ['created_at', 'expires_at', 'server_time'] as const;

/** Takes out of a page what is one reader's own: the nonce, the ids of its quotes and their times. */
function opened({ html, nonce, quotes }: DrawnPage): OpenPage {
  const open = new Map([[nonce, 'nonce']]);
  quotes.forEach((quote, i) => {
    open.set(quote.id, `id ${i}`);
    for (const name of TIMES) open.set(quote[name], `${name} ${i}`);
  });
  return { packed: packPage(html, open), quoteIds: quotes.map(({ id }) => id) };
}

function textsFor(quotes: readonly ToldQuote[], nonce: string): ReadonlyMap<string, string> {
  const named = quotes.flatMap((quote, i) => [
    [`id ${i}`, quote.id] as const,
    ...TIMES.map((name) => [`${name} ${i}`, quote[name]] as const),
  ]);
  return new Map([['nonce', nonce], ...named]);
}

export interface Reader {
  readonly nonce: string;
  readonly encoding: 'gzip' | 'identity';
}

export interface KeptPages {
  /** The page of an address for one reader, drawn at most once a second however many ask; undefined where he has to get one of his own. */
  read(address: string, reader: Reader, draw: () => Promise<Drawing>): Promise<Buffer | undefined>;
}

/**
 * Pages for visitors who have nothing of their own. What is kept is a page without quote and nonce: each reader gets his, so that
 * everybody can use the numbers he was shown.
 */
export function createKeptPages({ now, drawnFrom, renew }: KeptPagesOptions): KeptPages {
  const pages = new Map<string, Kept>();

  const isTrue = ({ from }: Kept): boolean => drawnFrom().every((part, i) => part === from[i]);
  const isYoung = ({ drawnAt }: Kept): boolean => now() >= drawnAt && now() < drawnAt + KEPT_MS;

  function forget(address: string, kept: Kept): void {
    if (pages.get(address) === kept) pages.delete(address);
  }

  function keep(address: string, draw: () => Promise<Drawing>): Kept {
    const [drawnAt, from] = [now(), drawnFrom()];
    const page = draw().then((drawn) => (typeof drawn === 'string' ? drawn : opened(drawn)));
    const kept = { drawnAt, from, page };
    pages.delete(address);
    pages.set(address, kept);
    page.catch(() => forget(address, kept));
    const [oldest] = pages.keys();
    if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
    return kept;
  }

  function fill({ packed, quoteIds }: OpenPage, { nonce, encoding }: Reader): Buffer | undefined {
    const quotes = quoteIds.map(renew);
    return quotes.every((quote) => quote !== undefined) ? packed.writeFor(textsFor(quotes, nonce), encoding) : undefined;
  }

  return {
    async read(address, reader, draw) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const known = pages.get(address);
        const kept = known !== undefined && isYoung(known) && isTrue(known) ? known : keep(address, draw);
        // oxlint-disable-next-line no-await-in-loop -- a page that became untrue while it was awaited is asked for again
        const page = await kept.page;
        if (page === 'none') return undefined;
        const filled = page !== 'not_now' && isTrue(kept) ? fill(page, reader) : undefined;
        if (filled !== undefined) return filled;
        forget(address, kept);
        // Nobody's limits keep the page from others: who waited for another's drawing asks for one himself
        if (page === 'not_now' && kept !== known) return undefined;
      }
      return undefined;
    },
  };
}
