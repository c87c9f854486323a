import { isOther, ratioPpm } from '#core/history/ours.ts';
import { pow10 } from '#core/money/decimals.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { addRatios, findLastRatios, type RatioRow, thinRatios } from './ratio-store.ts';

type RatioDeps = Pick<Deps, 'db' | 'clock' | 'catalogue' | 'quotes'>;

/** A rate that follows its rivals moves all the time: more often it is not written down. */
const NOT_SOONER_MS = 15 * MINUTE_MS;
/** So long every row is kept; beyond it one of each day. */
const WHOLE_MS = 8 * DAY_MS;
/** What a thinning may have missed while nobody worked. */
const THINNED_AGAIN_MS = 14 * DAY_MS;
/** As far back as charts look. */
const INVENTED_MS = 400 * DAY_MS;

/** What part of the market's rate each direction's own is, written down where it has changed: what a direction cost is told from it. */
export function createRatioWriter(deps: RatioDeps) {
  const ratioNow = (pair: { readonly incomeCode: string; readonly outcomeCode: string }): number | null => {
    const price = deps.quotes.priceOf(pair);
    if (!price.ok) return null;
    const { digits, decimals } = price.value.bands[0].rate;
    return ratioPpm({ num: digits, den: pow10(decimals) }, price.value.reference);
  };
  return {
    /** How many rows were written; none while there are no prices at all, which the market's own history shows. */
    async turn(): Promise<number> {
      const { db, clock, catalogue, quotes } = deps;
      const snapshot = quotes.snapshot();
      if (snapshot === undefined) return 0;
      const [last, now] = [await findLastRatios(db), clock.now()];
      const rows = catalogue.directions().flatMap(({ incomeCode, outcomeCode }): readonly RatioRow[] => {
        const before = last.get(`${incomeCode}>${outcomeCode}`);
        const ppm = ratioNow({ incomeCode, outcomeCode });
        const isSoon = before !== undefined && before.ppm !== null && ppm !== null && now - before.at < NOT_SOONER_MS;
        if (isSoon || !isOther(before?.ppm, ppm)) return [];
        const row = { incomeCode, outcomeCode, ppm, isDemo: snapshot.isDemo };
        // A demonstration has always had the rate that it begins with
        return [{ ...row, at: before === undefined && snapshot.isDemo ? now - INVENTED_MS : now }];
      });
      return await addRatios(db, rows);
    },
    async keep(): Promise<number> {
      const until = deps.clock.now() - WHOLE_MS;
      return await thinRatios(deps.db, { from: until - THINNED_AGAIN_MS, until });
    },
  };
}
