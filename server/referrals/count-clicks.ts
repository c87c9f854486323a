import type { LinkMarks } from '#core/referral/marks.ts';
import { HOUR_MS, type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { addClicks, type ClickLine } from './clicks-store.ts';

/** The service works by Moscow time (spec 9). */
const MOSCOW_MS = 3 * HOUR_MS;
const FLUSH_MS = 5 * SECOND_MS;
/** Beyond these nothing more is counted before the next flush: whoever makes codes up fills a list, not our memory. */
const MOST_LINES = 5_000;
const MOST_VISITORS = 100_000;
/** Places that one link may name in a day; all others are counted without a name. */
const MOST_SOURCES = 40;
const HASH_BYTES = 9;

type ClickDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>;

export interface ClickCounter {
  /** Counts one click; `visitor` is whatever tells browsers apart, of which a keyed hash is kept till midnight, in memory. */
  note(marks: LinkMarks, visitor: string): void;
  /** Writes what was counted; nobody waits for it. */
  flush(): Promise<void>;
}

const dayOf = (at: Instant): string => new Date(at + MOSCOW_MS).toISOString().slice(0, 10);

interface Counted {
  clicks: number;
  visitors: number;
}

/** Clicks are counted in memory and written by the handful: a burst of them is one row. Lost with a process that dies are a few seconds. */
export function createClickCounter({ db, clock, secrets, log }: ClickDeps): ClickCounter {
  let day = '';
  let seen = new Set<string>();
  let sources = new Map<string, Set<string>>();
  let lines = new Map<string, { readonly code: string; readonly day: string; readonly source: string } & Counted>();
  let timer: NodeJS.Timeout | undefined;

  function beginDay(today: string): void {
    if (today === day) return;
    day = today;
    seen = new Set();
    sources = new Map();
  }

  function isNewVisitor(code: string, visitor: string): boolean {
    if (seen.size >= MOST_VISITORS) return false;
    const hash = secrets.fingerprint(`referral visitor\0${day}\0${code}\0${visitor}`).toString('base64', 0, HASH_BYTES);
    if (seen.has(hash)) return false;
    seen.add(hash);
    return true;
  }

  function sourceOf({ code, source: { source = '' } }: LinkMarks): string {
    const known = sources.get(code) ?? new Set();
    if (known.has(source)) return source;
    if (known.size >= MOST_SOURCES) return '';
    if (sources.size < MOST_LINES) sources.set(code, known.add(source));
    return source;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counted: ClickLine[] = [...lines.values()];
    lines = new Map();
    if (counted.length > 0) await addClicks(db, counted).catch((error: unknown) => log.warn({ error }, 'clicks_not_counted'));
  }

  return {
    note(marks, visitor) {
      beginDay(dayOf(clock.now()));
      const source = sourceOf(marks);
      const key = `${marks.code} ${day} ${source}`;
      const line = lines.get(key) ?? { code: marks.code, day, source, clicks: 0, visitors: 0 };
      if (!lines.has(key) && lines.size >= MOST_LINES) return;
      line.clicks += 1;
      line.visitors += isNewVisitor(marks.code, visitor) ? 1 : 0;
      lines.set(key, line);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
  };
}
