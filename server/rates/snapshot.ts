import * as z from 'zod';
import type { Fraction } from '#core/money/fraction.ts';
import type { MarketPrice } from '#core/pricing/combine-sources.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import { toRfc3339, type Instant } from '#core/time.ts';
import { FractionText, fractionText } from './fraction-text.ts';

/** One stored set of market prices. */
export interface Snapshot {
  readonly id: string;
  readonly takenAt: Instant;
  readonly isDemo: boolean;
  /** US dollars for one unit, by symbol; a symbol without a trustworthy price is absent. */
  readonly prices: ReadonlyMap<string, Fraction>;
  /** What moved prices beside the market then. */
  readonly conditions: PriceConditions;
}

const StoredPrices = z.record(z.string(), z.object({ usd: FractionText }));

/** Prices with their sources and times -> the JSON that is stored; fractions as `num/den`. */
export const pricesToJson = (prices: ReadonlyMap<string, MarketPrice>): string =>
  JSON.stringify(
    Object.fromEntries(
      Array.from(prices, ([symbol, { usd, sources }]) => [
        symbol,
        {
          usd: fractionText(usd),
          sources: sources.map(({ name, usd: said, at }) => ({ name, usd: fractionText(said), at: toRfc3339(at) })),
        },
      ]),
    ),
  );

/** Stored JSON -> prices; throws on anything `pricesToJson` does not write. */
export const pricesFromJson = (json: unknown): ReadonlyMap<string, Fraction> =>
  new Map(Object.entries(StoredPrices.parse(json)).map(([symbol, { usd }]) => [symbol, usd]));
