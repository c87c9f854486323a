import type { Fraction } from '#core/money/fraction.ts';
import type { MarketPrice } from '#core/pricing/combine-sources.ts';
import { rateSources } from '#server/adapters/rate-sources/index.ts';
import type { Snapshot } from '#server/rates/snapshot.ts';

/** A set of market prices as the demo source invents them for one moment. */
export async function makeSnapshot(given: { readonly takenAt: number; readonly symbols: readonly string[]; readonly id?: string }): Promise<Snapshot> {
  const prices = await rateSources.demo().fetch(given.symbols, given.takenAt);
  return {
    id: given.id ?? '00000000-0000-4000-8000-000000000001',
    takenAt: given.takenAt,
    isDemo: true,
    prices: new Map<string, Fraction>(prices.map(({ symbol, usd }) => [symbol, usd])),
  };
}

/** The same prices as they are stored. */
export const asMarketPrices = (snapshot: Snapshot): ReadonlyMap<string, MarketPrice> =>
  new Map(Array.from(snapshot.prices, ([symbol, usd]) => [symbol, { usd, sources: [{ name: 'demo', usd, at: snapshot.takenAt }] }]));
