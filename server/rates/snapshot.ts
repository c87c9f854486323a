import * as z from 'zod';
import { fraction, type Fraction } from '#core/money/fraction.ts';
import type { MarketPrice } from '#core/pricing/combine-sources.ts';
import { toRfc3339, type Instant } from '#core/time.ts';

/** One stored set of market prices. */
export interface Snapshot {
  readonly id: string;
  readonly takenAt: Instant;
  readonly isDemo: boolean;
  /** US dollars for one unit, by symbol; a symbol without a trustworthy price is absent. */
  readonly prices: ReadonlyMap<string, Fraction>;
}

const FractionText = z.string().transform((text, context): Fraction => {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [num, den] = [match?.[1], match?.[2]];
  if (num === undefined || den === undefined || BigInt(den) === 0n || BigInt(num) === 0n) {
    context.issues.push({ code: 'custom', message: 'not a positive num/den', input: text });
    return z.NEVER;
  }
  return fraction(BigInt(num), BigInt(den));
});
const StoredPrices = z.record(z.string(), z.object({ usd: FractionText }));

const textOf = (value: Fraction): string => `${value.num}/${value.den}`;

/** Prices with their sources and times -> the JSON that is stored; fractions as `num/den`. */
export const pricesToJson = (prices: ReadonlyMap<string, MarketPrice>): string =>
  JSON.stringify(
    Object.fromEntries(
      Array.from(prices, ([symbol, { usd, sources }]) => [
        symbol,
        { usd: textOf(usd), sources: sources.map(({ name, usd: said, at }) => ({ name, usd: textOf(said), at: toRfc3339(at) })) },
      ]),
    ),
  );

/** Stored JSON -> prices; throws on anything `pricesToJson` does not write. */
export const pricesFromJson = (json: unknown): ReadonlyMap<string, Fraction> =>
  new Map(Object.entries(StoredPrices.parse(json)).map(([symbol, { usd }]) => [symbol, usd]));
