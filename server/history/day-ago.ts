import type { Fraction } from '#core/money/fraction.ts';
import { candlesFor } from '#core/history/period.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createAskedLately } from './asked-lately.ts';
import { findFirstCloses } from './store.ts';

/** What symbols cost a day ago, as far as we know. */
export type DayAgo = ReadonlyMap<string, { readonly price: Fraction; readonly isDemo: boolean }>;

/** Where the step that ended a day ago has no price, the next one within this time stands for it: a chart of the day begins there too. */
const REACH_MS = HOUR_MS;
const STANDS_MS = MINUTE_MS;
const NOTHING: DayAgo = new Map();

/** Prices of 24 hours ago, read once a minute for everybody. A board without them is still a board: what cannot be read is unknown. */
export function createDayAgo(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue'>): () => Promise<DayAgo> {
  const askedLately = createAskedLately<DayAgo>(deps, STANDS_MS);
  const read = async () => {
    const { step, from } = candlesFor('day', deps.clock.now());
    const symbols = [...new Set(deps.catalogue.paymentSystems().map(({ marketSymbol }) => marketSymbol))];
    const closes = await findFirstCloses(deps.db, { symbols, step, from, until: from + REACH_MS });
    return new Map(closes.map(({ symbol, close, isDemo }) => [symbol, { price: close, isDemo }]));
  };
  return async () => {
    try {
      return await askedLately(String(candlesFor('day', deps.clock.now()).from), read);
    } catch (error) {
      deps.log.warn({ error }, 'day_ago_not_read');
      return NOTHING;
    }
  };
}
