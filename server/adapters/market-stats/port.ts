import type { HistoryPeriod } from '#core/history/period.ts';
import type { Instant } from '#core/time.ts';

/** Statistics of one coin. Numbers are decimal text, never floats. */
export interface CoinStats {
  /** Our symbol if the coin is known to us, else the provider's: capital letters and digits. */
  readonly symbol: string;
  /** The provider's id. */
  readonly coinId: string;
  readonly name: string;
  /** Rank by market capitalisation; null: unknown. */
  readonly rank: number | null;
  readonly priceUsd: string;
  /** Per cent, negative for a fall; null: unknown. */
  readonly change1h: string | null;
  readonly change24h: string | null;
  readonly change7d: string | null;
  readonly marketCapUsd: string | null;
  readonly volume24hUsd: string | null;
  /** Prices of the last seven days at equal distances, oldest first; empty: unknown. */
  readonly week: readonly string[];
  readonly asOf: Instant;
}

/** Price of one coin in US dollars at a time. */
export interface StatsPoint {
  readonly at: Instant;
  readonly price: string;
}

/** `unchanged`: the data of the given `etag` is still current. */
export type StatsResult<T> = { readonly kind: 'unchanged' } | { readonly kind: 'changed'; readonly value: T; readonly etag: string | null };

export interface StatsQuery {
  /** ETag of the last response to the same query; null: none. */
  readonly etag: string | null;
  readonly now: Instant;
}

/** No usable response. The message names the host and the problem, never the URL, which may contain a key. */
export class StatsUnavailable extends Error {
  override readonly name = 'StatsUnavailable';
  /** Time to wait that the provider asks for; null: none. */
  readonly retryAfterMs: number | null;
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** A source of crypto statistics (domain 9). Every method makes one call, or throws `StatsUnavailable`. */
export interface MarketStats {
  readonly name: string;
  /** Whether the data is invented; it is marked as such wherever it is shown. */
  readonly isDemo: boolean;
  /** The largest coins, largest first; `ourSymbols` decides between symbols of the same coin. */
  top(query: StatsQuery & { readonly ourSymbols: ReadonlySet<string> }): Promise<StatsResult<readonly CoinStats[]>>;
  /** Known coins among these symbols, in any order. */
  coins(query: StatsQuery & { readonly symbols: ReadonlySet<string> }): Promise<StatsResult<readonly CoinStats[]>>;
  /** Whether a coin can be queried by this symbol. */
  supports(symbol: string): boolean;
  /** A coin's prices over a period, ascending; undefined: no such coin. */
  chart(
    query: StatsQuery & { readonly coinId: string; readonly symbol: string; readonly period: HistoryPeriod },
  ): Promise<StatsResult<readonly StatsPoint[]> | undefined>;
}
