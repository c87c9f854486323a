import { isNewRatio, ratioPpm } from '#core/history/own-rate.ts';
import { pow10 } from '#core/money/decimals.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { addRatios, findLastRatios, type RatioRow, thinRatios } from './ratio-store.ts';

type RatioDeps = Pick<Deps, 'db' | 'clock' | 'catalogue' | 'quotes'>;

/** Shortest time between rows of a direction: a rate that follows competitors changes constantly. */
const MIN_INTERVAL_MS = 15 * MINUTE_MS;
/** Age up to which every row is kept; older ones are thinned to one a day. */
const FULL_DETAIL_MS = 8 * DAY_MS;
/** Length of the period thinned on each run; long enough to make up for days without a running process. */
const THINNING_PERIOD_MS = 14 * DAY_MS;
/** Longer than the longest chart period. */
const DEMO_PAST_MS = 400 * DAY_MS;

/** Stores the ratio of each direction's rate to the market rate whenever it changes; charts derive our past rates from it. */
export function createRatioWriter(deps: RatioDeps) {
  const ratioNow = (pair: { readonly incomeCode: string; readonly outcomeCode: string }): number | null => {
    const price = deps.quotes.priceOf(pair);
    if (!price.ok) return null;
    const { digits, decimals } = price.value.bands[0].rate;
    return ratioPpm({ num: digits, den: pow10(decimals) }, price.value.reference);
  };
  return {
    /** Returns the number of rows written; 0 without any prices, since such a gap is visible in the market's own history. */
    async turn(): Promise<number> {
      const { db, clock, catalogue, quotes } = deps;
      const snapshot = quotes.snapshot();
      if (snapshot === undefined) return 0;
      const [last, now] = [await findLastRatios(db), clock.now()];
      const rows = catalogue.directions().flatMap(({ incomeCode, outcomeCode }): readonly RatioRow[] => {
        const before = last.get(`${incomeCode}>${outcomeCode}`);
        const ppm = ratioNow({ incomeCode, outcomeCode });
        const isTooSoon = before !== undefined && before.ppm !== null && ppm !== null && now - before.at < MIN_INTERVAL_MS;
        if (isTooSoon || !isNewRatio(before?.ppm, ppm)) return [];
        const row = { incomeCode, outcomeCode, ppm, isDemo: snapshot.isDemo };
        // In a demonstration the first ratio counts for all of the invented past
        return [{ ...row, at: before === undefined && snapshot.isDemo ? now - DEMO_PAST_MS : now }];
      });
      return await addRatios(db, rows);
    },
    async thin(): Promise<number> {
      const until = deps.clock.now() - FULL_DETAIL_MS;
      return await thinRatios(deps.db, { from: until - THINNING_PERIOD_MS, until });
    },
  };
}
