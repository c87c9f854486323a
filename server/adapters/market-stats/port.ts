import type { HistoryPeriod } from '#core/history/period.ts';
import type { Instant } from '#core/time.ts';

/** What is told of one coin. Numbers are decimal text: nothing of it becomes a float. */
export interface CoinStats {
  /** Ours where we know the coin, else the provider's: capital letters and digits. */
  readonly symbol: string;
  /** What the provider calls it. */
  readonly coinId: string;
  readonly name: string;
  /** By what all of it is worth; null: not told. */
  readonly rank: number | null;
  readonly priceUsd: string;
  /** Per cent, negative where it fell; null: not told. */
  readonly change1h: string | null;
  readonly change24h: string | null;
  readonly change7d: string | null;
  readonly marketCapUsd: string | null;
  readonly volume24hUsd: string | null;
  /** Prices of the last seven days at even distances, oldest first; empty: not told. */
  readonly week: readonly string[];
  readonly asOf: Instant;
}

/** US dollars for one at a moment. */
export interface StatsPoint {
  readonly at: Instant;
  readonly price: string;
}

/** `unchanged`: what was told under this mark still holds. */
export type StatsAnswer<T> = { readonly kind: 'unchanged' } | { readonly kind: 'told'; readonly value: T; readonly etag: string | null };

export interface StatsQuestion {
  /** The mark of the last answer to the same question; null: there is none. */
  readonly etag: string | null;
  readonly now: Instant;
}

/** The provider gave no usable answer. Its message names the host and what was wrong, never an address: that may carry a key. */
export class StatsUnavailable extends Error {
  override readonly name = 'StatsUnavailable';
  /** How long it asks to be left alone; null: it does not say. */
  readonly retryAfterMs: number | null;
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Where crypto statistics come from (domain 9). Every method is one call, or throws `StatsUnavailable`. */
export interface MarketStats {
  readonly name: string;
  /** Whether all of it is invented, and marked as such wherever it is shown. */
  readonly isDemo: boolean;
  /** The largest coins, largest first; `ours` decides between symbols that mean the same coin. */
  top(question: StatsQuestion & { readonly ours: ReadonlySet<string> }): Promise<StatsAnswer<readonly CoinStats[]>>;
  /** The coins of these symbols that it knows, in any order. */
  coins(question: StatsQuestion & { readonly symbols: ReadonlySet<string> }): Promise<StatsAnswer<readonly CoinStats[]>>;
  /** Which of these symbols it can be asked about by name. */
  knows(symbol: string): boolean;
  /** A coin's price over a period, ascending; undefined: it has no such coin. */
  chart(
    question: StatsQuestion & { readonly coinId: string; readonly symbol: string; readonly period: HistoryPeriod },
  ): Promise<StatsAnswer<readonly StatsPoint[]> | undefined>;
}
