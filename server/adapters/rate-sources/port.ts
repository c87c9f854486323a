import type { Fraction } from '#core/money/fraction.ts';
import type { SourceKind } from '#core/pricing/reading.ts';
import type { Instant } from '#core/time.ts';

/** One source's quote of one pair, unmodified. */
export interface SourceQuote {
  /** Market symbols as in `payment_systems.market_symbol` (`BTC`, `RUB`, `USDT`), `USD` included. */
  readonly base: string;
  readonly quote: string;
  /** Units of `quote` for one of `base`. A source with one price gives it twice. */
  readonly bid: Fraction;
  readonly ask: Fraction;
  /** Volume traded in a day; null: unknown. */
  readonly volume: Fraction | null;
  readonly at: Instant;
}

/** A source of market prices. `isDemo` prices are invented and are marked as such wherever they are shown. */
export interface RateSource {
  readonly name: string;
  readonly isDemo: boolean;
  readonly kind: SourceKind;
  /** Interval and deadline of reads, and the maximum age of a quote (a daily file: days). */
  readonly intervalMs: number;
  readonly deadlineMs: number;
  readonly maxAgeMs: number;
  /**
   * Quotes of known pairs among `symbols`; unknown or unreadable ones are absent. Undefined: unchanged since the last read.
   * Throws if the source is down or unreadable.
   */
  read(symbols: ReadonlySet<string>, now: Instant): Promise<readonly SourceQuote[] | undefined>;
}

/** Configuration of a source. */
export interface SourceOptions {
  readonly name: string;
  /** Another URL than the default, for a mirror or a stand-in with the same API; required for an owner's list. */
  readonly url: string | undefined;
}
