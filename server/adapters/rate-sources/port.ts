import type { Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';

/** One source's word on one symbol: how many US dollars one unit costs. */
export interface SourcePrice {
  /** Market symbol as in `payment_systems.market_symbol` (`BTC`, `RUB`, `USDT`). */
  readonly symbol: string;
  readonly usd: Fraction;
  readonly at: Instant;
}

/** Where market prices come from. `isDemo` prices are invented and are marked as such wherever they are shown. */
export interface RateSource {
  readonly name: string;
  readonly isDemo: boolean;
  /** How old a price of this source may be before it no longer counts (a daily file: days). Default: `DEFAULT_RULES.maxAgeMs` of `core/pricing/combine-sources.ts`. */
  readonly maxAgeMs?: number;
  /** Prices for the symbols it knows; symbols it does not know are absent. Throws when the source is down. */
  fetch(symbols: readonly string[], now: Instant): Promise<readonly SourcePrice[]>;
}
