import * as z from 'zod';
import { MINUTES_OF_DAY, WEEKDAYS } from '#core/time/local-time.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import { FractionText, fractionText } from './fraction-text.ts';

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
