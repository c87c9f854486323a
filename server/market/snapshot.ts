import * as z from 'zod';
import { fraction, type Fraction } from '#core/money/fraction.ts';
import type { PriceState } from '#core/pricing/jump-guard.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import type { Instant } from '#core/time.ts';
import { MINUTES_OF_DAY, WEEKDAYS } from '#core/time/local-time.ts';

/** Notified when a new snapshot of market prices is stored; every process subscribes. */
export const RATES_CHANGED = 'rates_changed';
/** Notified when the choice of sources, a rule, a fixed price or a confirmation has changed. */
export const MARKET_SETTINGS_CHANGED = 'market_settings_changed';

/** `num/den` of a positive fraction, the format of stored prices. */
export const FractionText = z.string().transform((text, context): Fraction => {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [num, den] = [match?.[1], match?.[2]];
  if (num === undefined || den === undefined || BigInt(den) === 0n || BigInt(num) === 0n) {
    context.issues.push({ code: 'custom', message: 'not a positive num/den', input: text });
    return z.NEVER;
  }
  return fraction(BigInt(num), BigInt(den));
});

export const fractionText = (value: Fraction): string => `${value.num}/${value.den}`;

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

const Minor = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text));

const StoredConditions = z.object({
  time: z.object({ weekday: z.literal(WEEKDAYS), minute: z.int().min(0).max(MINUTES_OF_DAY) }).nullish(),
  reserves: z.record(z.string(), Minor).default({}),
  network_fees: z.record(z.string(), Minor).default({}),
  places: z.record(z.string(), FractionText).default({}),
});

const textsOf = <Value>(values: ReadonlyMap<string, Value>, textOf: (value: Value) => string): Record<string, string> =>
  Object.fromEntries(Array.from(values, ([key, value]) => [key, textOf(value)]));

/** Conditions -> the JSON that is stored in the same snapshot as the prices. */
export const conditionsToJson = ({ time, reserves, networkFees, places }: PriceConditions): string =>
  JSON.stringify({
    time,
    reserves: textsOf(reserves, String),
    network_fees: textsOf(networkFees, String),
    places: textsOf(places, fractionText),
  });

/** Stored JSON -> conditions; throws on anything `conditionsToJson` does not write. Absent members get defaults: an earlier release stored none. */
export function conditionsFromJson(json: unknown): PriceConditions {
  const { time, reserves, network_fees, places } = StoredConditions.parse(json);
  return {
    time: time ?? null,
    reserves: new Map(Object.entries(reserves)),
    networkFees: new Map(Object.entries(network_fees)),
    places: new Map(Object.entries(places)),
  };
}
