import type { Reading } from '#core/pricing/reading.ts';
import { HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';
import type { RateSource, SourceQuote } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';

/** Longest wait between requests while they fail. */
const MAX_BACK_OFF_MS = MINUTE_MS;
/** Up to this many failures in a row the source keeps its ordinary interval. */
const FAILURES_BEFORE_BACK_OFF = 2;
const JITTER = 0.1;
/** A market source whose quotes have not changed for this long is treated as frozen: its quotes are dated to their last change. */
const FROZEN_MS = HOUR_MS;
const MAX_ERROR_CHARS = 200;

/** State of a source in the process that polls it. */
export interface SourceHealth {
  readonly askedAt: Instant | null;
  readonly answeredAt: Instant | null;
  readonly failures: number;
  readonly lastError: string | null;
  readonly lastErrorAt: Instant | null;
  readonly quotes: number;
}

/** A source polled in its own loop; no caller waits for its answers. */
export interface RunningSource {
  readonly source: RateSource;
  /** Readings of the newest answer, whatever their age. */
  readonly readings: () => readonly Reading[];
  readonly health: () => SourceHealth;
  /** Resolves after the first answer or failure. */
  readonly firstResult: Promise<void>;
  readonly stop: () => void;
}

const fingerprintOf = (quotes: readonly SourceQuote[]): string =>
  quotes.map(({ base, quote, bid, ask }) => `${base}/${quote} ${bid.num}/${bid.den} ${ask.num}/${ask.den}`).join();

/** Returns a function that dates the quotes of a frozen market source to their last change and leaves other quotes as they are. */
function createFreezeCheck(source: RateSource) {
  let lastChange = { fingerprint: '', at: 0 };
  return (quotes: readonly SourceQuote[], now: Instant): readonly SourceQuote[] => {
    const current = fingerprintOf(quotes);
    if (current !== lastChange.fingerprint) lastChange = { fingerprint: current, at: now };
    const isFrozen = source.kind === 'market' && source.maxAgeMs < FROZEN_MS && now - lastChange.at > FROZEN_MS;
    return isFrozen ? quotes.map((quote) => ({ ...quote, at: Math.min(quote.at, lastChange.at) })) : quotes;
  };
}

function waitMs(source: RateSource, failures: number): number {
  const excess = Math.max(0, failures - FAILURES_BEFORE_BACK_OFF);
  const backedOff = Math.min(source.intervalMs * 2 ** excess, Math.max(source.intervalMs, MAX_BACK_OFF_MS));
  // A slow source, such as a daily table, is retried sooner than its ordinary pace
  const wait = failures > 0 ? Math.min(backedOff, MAX_BACK_OFF_MS) : backedOff;
  return wait * (1 - JITTER / 2 + JITTER * Math.random());
}

/**
 * Polls one source in its own loop; backs off while requests fail. The last quotes stay until `combineSources` finds them too old. "Not
 * modified" keeps quotes and times.
 */
export function runSource(
  deps: Pick<Deps, 'clock' | 'log'>,
  source: RateSource,
  options: { readonly symbols: () => ReadonlySet<string> },
): RunningSource {
  const dateIfFrozen = createFreezeCheck(source);
  let quotes: readonly SourceQuote[] = [];
  let health: SourceHealth = { askedAt: null, answeredAt: null, failures: 0, lastError: null, lastErrorAt: null, quotes: 0 };
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function fetchQuotes(): Promise<void> {
    const askedAt = deps.clock.now();
    health = { ...health, askedAt };
    try {
      const response = await source.read(options.symbols(), askedAt);
      const answeredAt = deps.clock.now();
      if (response) quotes = dateIfFrozen(response, answeredAt);
      health = { ...health, answeredAt, failures: 0, quotes: quotes.length };
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, MAX_ERROR_CHARS);
      health = { ...health, failures: health.failures + 1, lastError, lastErrorAt: deps.clock.now() };
      if (health.failures === 1) deps.log.warn({ source: source.name, reason: lastError }, 'rate_source_failed');
    }
  }
  async function turn(): Promise<void> {
    await fetchQuotes();
    if (isStopped) return;
    timer = setTimeout(() => void turn(), waitMs(source, health.failures));
    timer.unref();
  }

  return {
    source,
    firstResult: turn(),
    health: () => health,
    readings: () => quotes.map((quote) => ({ ...quote, source: source.name, kind: source.kind, maxAgeMs: source.maxAgeMs })),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
