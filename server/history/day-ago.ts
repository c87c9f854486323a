import type { Fraction } from '#core/money/fraction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createAskedLately } from './asked-lately.ts';
import { findLastCloses } from './store.ts';

/** What symbols cost a day ago, as far as we know. */
export type DayAgo = ReadonlyMap<string, { readonly price: Fraction; readonly isDemo: boolean }>;

/** A price from so long before the moment still stands for it. */
const REACH_MS = HOUR_MS;
const STEP_MS = 5 * MINUTE_MS;
const STANDS_MS = MINUTE_MS;
const NOTHING: DayAgo = new Map();

/** Prices of 24 hours ago, read once a minute for everybody. A board without them is still a board: what cannot be read is unknown. */
export function createDayAgo(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue'>): () => Promise<DayAgo> {
  const askedLately = createAskedLately<DayAgo>(deps, STANDS_MS);
  const read = async () => {
    const until = deps.clock.now() - DAY_MS - STEP_MS;
    const symbols = [...new Set(deps.catalogue.paymentSystems().map(({ marketSymbol }) => marketSymbol))];
    const closes = await findLastCloses(deps.db, { symbols, step: 'five_minutes', from: until - REACH_MS, until });
    return new Map(closes.map(({ symbol, close, isDemo }) => [symbol, { price: close, isDemo }]));
  };
  return async () => {
    try {
      return await askedLately('', read);
    } catch (error) {
      deps.log.warn({ error }, 'day_ago_not_read');
      return NOTHING;
    }
  };
}
