import type { ReferralLink } from '#core/referral/referral-link.ts';
import { type Instant, MOSCOW_OFFSET_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Queryable, sql } from '#server/platform/db/db.ts';

interface ClickCount {
  readonly code: string;
  readonly day: string;
  readonly source: string;
  readonly clicks: number;
  readonly visitors: number;
}

/** Adds counted clicks; unknown codes are ignored. One row per referrer, day and source. */
const addClicks = (db: Queryable, counts: readonly ClickCount[]): Promise<number> =>
  db.run(sql`
    insert into referral_clicks as c (user_id, day, source, clicks, visitors)
    select u.id, l.day::date, l.source, l.clicks, l.visitors
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as l (code text, day text, source text, clicks bigint, visitors bigint)
    join users u on u.referral_code = l.code and u.role = 'customer' and u.disabled_at is null
    order by 1, 2, 3
    on conflict (user_id, day, source) do update set clicks = c.clicks + excluded.clicks, visitors = c.visitors + excluded.visitors`);

const FLUSH_MS = 5 * SECOND_MS;
/** Limits of the counts kept in memory between two flushes: invented codes must not fill it. */
const MAX_COUNTS = 5_000;
const MAX_VISITORS = 100_000;
/** Sources of one link counted by name per day; others are counted without a name. */
const MAX_SOURCES_PER_LINK = 40;
const HASH_BYTES = 9;

type ClickDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>;

interface ClickCounter {
  /** Counts one click. `visitor` identifies a browser; a keyed hash of it is kept in memory until midnight. */
  count(link: ReferralLink, visitor: string): void;
  /** Writes the counts to the database. */
  flush(): Promise<void>;
}

/** The day of a moment in Moscow time (spec 9). */
const dayOf = (at: Instant): string => new Date(at + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);

interface ClickTotals {
  clicks: number;
  visitors: number;
}

/** Counts clicks in memory and writes them in batches. A crash loses at most a few seconds. */
export function createClickCounter({ db, clock, secrets, log }: ClickDeps): ClickCounter {
  let day = '';
  let visitorHashes = new Set<string>();
  let sources = new Map<string, Set<string>>();
  let counts = new Map<string, { readonly code: string; readonly day: string; readonly source: string } & ClickTotals>();
  let timer: NodeJS.Timeout | undefined;

  function resetOnNewDay(today: string): void {
    if (today === day) return;
    day = today;
    visitorHashes = new Set();
    sources = new Map();
  }

  function isNewVisitor(code: string, visitor: string): boolean {
    if (visitorHashes.size >= MAX_VISITORS) return false;
    const hash = secrets.fingerprint(`referral visitor\0${day}\0${code}\0${visitor}`).toString('base64', 0, HASH_BYTES);
    if (visitorHashes.has(hash)) return false;
    visitorHashes.add(hash);
    return true;
  }

  function sourceOf({ code, source: { source = '' } }: ReferralLink): string {
    const knownSources = sources.get(code) ?? new Set();
    if (knownSources.has(source)) return source;
    if (knownSources.size >= MAX_SOURCES_PER_LINK) return '';
    if (sources.size < MAX_COUNTS) sources.set(code, knownSources.add(source));
    return source;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const flushed: ClickCount[] = [...counts.values()];
    counts = new Map();
    if (flushed.length > 0) await addClicks(db, flushed).catch((error: unknown) => log.warn({ error }, 'clicks_not_counted'));
  }

  return {
    count(link, visitor) {
      resetOnNewDay(dayOf(clock.now()));
      const source = sourceOf(link);
      const key = `${link.code} ${day} ${source}`;
      const entry = counts.get(key) ?? { code: link.code, day, source, clicks: 0, visitors: 0 };
      if (!counts.has(key) && counts.size >= MAX_COUNTS) return;
      entry.clicks += 1;
      entry.visitors += isNewVisitor(link.code, visitor) ? 1 : 0;
      counts.set(key, entry);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
  };
}
