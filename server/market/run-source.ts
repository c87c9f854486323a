import type { Reading } from '#core/pricing/reading.ts';
import { HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';
import type { RateSource, SourceQuote } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';

/** Tries that fail one after the other are spread out up to this. */
const MAX_BACK_OFF_MS = MINUTE_MS;
/** So many failures are weather: the source is asked again at its ordinary pace. */
const PATIENCE = 2;
const JITTER = 0.1;
/** Whoever says exactly the same for so long says nothing: a frozen source grows old. */
const FROZEN_MS = HOUR_MS;
const MAX_ERROR_CHARS = 200;

/** What is known of a source in the process that asks it. */
export interface SourceHealth {
  readonly askedAt: Instant | null;
  readonly answeredAt: Instant | null;
  readonly failures: number;
  readonly lastError: string | null;
  readonly lastErrorAt: Instant | null;
  readonly quotes: number;
}

/** A source that is asked again and again by itself; nobody waits for it. */
export interface RunningSource {
  readonly source: RateSource;
  /** Its newest words, whatever their age. */
  readonly readings: () => readonly Reading[];
  readonly health: () => SourceHealth;
  /** Settles once the first answer or failure is there. */
  readonly heard: Promise<void>;
  readonly stop: () => void;
}

const fingerprint = (quotes: readonly SourceQuote[]): string =>
  quotes.map(({ base, quote, bid, ask }) => `${base}/${quote} ${bid.num}/${bid.den} ${ask.num}/${ask.den}`).join();

/** A market's words as old as its last change, once that is too long ago to be a market. */
function createThaw(source: RateSource) {
  let seen = { print: '', at: 0 };
  return (quotes: readonly SourceQuote[], now: Instant): readonly SourceQuote[] => {
    const print = fingerprint(quotes);
    if (print !== seen.print) seen = { print, at: now };
    const isFrozen = source.kind === 'market' && source.maxAgeMs < FROZEN_MS && now - seen.at > FROZEN_MS;
    return isFrozen ? quotes.map((quote) => ({ ...quote, at: Math.min(quote.at, seen.at) })) : quotes;
  };
}

function waitMs(source: RateSource, failures: number): number {
  const beyond = Math.max(0, failures - PATIENCE);
  const calm = Math.min(source.everyMs * 2 ** beyond, Math.max(source.everyMs, MAX_BACK_OFF_MS));
  // Daily tables that failed are not left alone for ten minutes
  const wait = failures > 0 ? Math.min(calm, MAX_BACK_OFF_MS) : calm;
  return wait * (1 - JITTER / 2 + JITTER * Math.random());
}

/**
 * Asks one source in a loop of its own: its own pace, deadline and jitter, further apart while it fails. What it last said stays
 * until it is too old to count. An answer that says that nothing has changed renews only when it was asked.
 */
export function runSource(
  deps: Pick<Deps, 'clock' | 'log'>,
  source: RateSource,
  options: { readonly symbols: () => ReadonlySet<string> },
): RunningSource {
  const thaw = createThaw(source);
  let quotes: readonly SourceQuote[] = [];
  let health: SourceHealth = { askedAt: null, answeredAt: null, failures: 0, lastError: null, lastErrorAt: null, quotes: 0 };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function ask(): Promise<void> {
    const askedAt = deps.clock.now();
    health = { ...health, askedAt };
    try {
      const told = await source.read(options.symbols(), askedAt);
      const answeredAt = deps.clock.now();
      if (told) quotes = thaw(told, answeredAt);
      health = { ...health, answeredAt, failures: 0, quotes: quotes.length };
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, MAX_ERROR_CHARS);
      health = { ...health, failures: health.failures + 1, lastError, lastErrorAt: deps.clock.now() };
      if (health.failures === 1) deps.log.warn({ source: source.name, reason: lastError }, 'rate_source_failed');
    }
  }
  async function turn(): Promise<void> {
    await ask();
    if (isStopped) return;
    timer = setTimeout(() => void turn(), waitMs(source, health.failures));
    timer.unref();
  }

  return {
    source,
    heard: turn(),
    health: () => health,
    readings: () => quotes.map((quote) => ({ ...quote, source: source.name, kind: source.kind, maxAgeMs: source.maxAgeMs })),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
