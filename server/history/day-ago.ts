import type { Fraction } from '#core/money/fraction.ts';
import { candlesFor } from '#core/history/period.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createShortCache } from './short-cache.ts';
import { findFirstCloses } from './store.ts';

/** Price of each market symbol a day ago; absent: unknown. */
export type DayAgoPrices = ReadonlyMap<string, { readonly price: Fraction; readonly isDemo: boolean }>;

/** Without a candle exactly a day ago, the next one within this time is used, as on a chart of the day. */
const MAX_GAP_MS = HOUR_MS;
const CACHE_MS = MINUTE_MS;
const NO_PRICES: DayAgoPrices = new Map();

/** Prices of 24 hours ago, read at most once a minute. A failed read gives an empty map: the board works without them. */
export function createDayAgoPrices(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue'>): () => Promise<DayAgoPrices> {
  const cached = createShortCache<DayAgoPrices>(deps, CACHE_MS);
  const read = async () => {
    const { step, from } = candlesFor('day', deps.clock.now());
    const symbols = [...new Set(deps.catalogue.paymentSystems().map(({ marketSymbol }) => marketSymbol))];
    const closes = await findFirstCloses(deps.db, { symbols, step, from, until: from + MAX_GAP_MS });
    return new Map(closes.map(({ symbol, close, isDemo }) => [symbol, { price: close, isDemo }]));
  };
  return async () => {
    try {
      return await cached(String(candlesFor('day', deps.clock.now()).from), read);
    } catch (error) {
      deps.log.warn({ error }, 'day_ago_not_read');
      return NO_PRICES;
    }
  };
}
