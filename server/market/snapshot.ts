import * as z from 'zod';
import type { Fraction } from '#core/money/fraction.ts';
import type { PriceState } from '#core/pricing/jump-guard.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import type { Instant } from '#core/time.ts';
import { FractionText, fractionText } from './fraction-text.ts';

/** One stored set of market prices and the conditions at that moment. */
export interface Snapshot {
  readonly id: string;
  readonly takenAt: Instant;
  readonly isDemo: boolean;
  /** US dollars for one unit, by symbol; a symbol without a trustworthy price is absent. */
  readonly prices: ReadonlyMap<string, Fraction>;
  /** Inputs of the price terms other than the market, at `takenAt`. */
  readonly conditions: PriceConditions;
}

const StoredPrices = z.record(z.string(), z.object({ usd: FractionText }));

/** Prices -> the JSON that is stored; fractions as `num/den`. Evidence is stored apart (`evidence.ts`). */
export const pricesToJson = (prices: ReadonlyMap<string, { readonly usd: Fraction }>): string =>
  JSON.stringify(Object.fromEntries(Array.from(prices, ([symbol, { usd }]) => [symbol, { usd: fractionText(usd) }])));

/** Stored JSON -> prices; throws on anything `pricesToJson` does not write. */
export const pricesFromJson = (json: unknown): ReadonlyMap<string, Fraction> =>
  new Map(Object.entries(StoredPrices.parse(json)).map(([symbol, { usd }]) => [symbol, usd]));

const StoredMemory = z.record(
  z.string(),
  z.object({
    last: z.nullable(z.object({ usd: FractionText, at: z.number() })),
    level: z.nullable(z.object({ usd: FractionText, since: z.number() })),
  }),
);

/** Memory of the jump guard by symbol -> the JSON that the next turn, in any process, starts from. */
export const memoryToJson = (memory: ReadonlyMap<string, PriceState>): string =>
  JSON.stringify(
    Object.fromEntries(
      Array.from(memory, ([symbol, { last, level }]) => [
        symbol,
        {
          last: last && { usd: fractionText(last.usd), at: last.at },
          level: level && { usd: fractionText(level.usd), since: level.since },
        },
      ]),
    ),
  );

/** Stored JSON -> memory; throws on anything `memoryToJson` does not write. */
export const memoryFromJson = (json: unknown): ReadonlyMap<string, PriceState> => new Map(Object.entries(StoredMemory.parse(json)));
