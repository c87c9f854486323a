import type { RateHistoryAttributes } from '#contract/rate-history.ts';
import { candlesFor, type HistoryPeriod } from '#core/history/period.ts';
import { oursAt, type RatioFrom, ratiosAt } from '#core/history/ours.ts';
import { pairSeries } from '#core/history/series.ts';
import { fractionFromDecimal, toSignificant } from '#core/money/fraction.ts';
import { SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createAskedLately } from './asked-lately.ts';
import { findRatios } from './ratio-store.ts';
import { findCandles } from './store.ts';

/** As many as a published rate says. */
const RATE_DIGITS = 9;
/** Candles are written this often. */
const STANDS_MS = 10 * SECOND_MS;

type Told = Omit<RateHistoryAttributes, 'income_payment_system_id' | 'outcome_payment_system_id' | 'ours'>;

/** The market symbol of a system that customers are shown. */
function symbolOf({ catalogue }: Pick<Deps, 'catalogue'>, code: string): string | undefined {
  const system = catalogue.paymentSystem(code);
  return system !== undefined && (system.incomeEnabled || system.outcomeEnabled) ? system.marketSymbol : undefined;
}

async function toldOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  { income, outcome, period }: { readonly income: string; readonly outcome: string; readonly period: HistoryPeriod },
): Promise<Told> {
  const candles = await findCandles(deps.db, { symbols: [income, outcome], ...candlesFor(period, deps.clock.now()) });
  const of = (symbol: string) => candles.filter((candle) => candle.symbol === symbol);
  const { points, stepMs, asOf, isDemo } = pairSeries(of(income), of(outcome));
  return {
    period,
    step_ms: stepMs,
    as_of: asOf === null ? null : toRfc3339(asOf),
    is_demo: isDemo,
    points: points.map(({ at, rate }): [string, string] => [toRfc3339(at), toSignificant(rate, RATE_DIGITS)]),
  };
}

type Ours = RateHistoryAttributes['ours'];

/** What our own rate was where the market's was known, told beside it: the same for all who ask within a moment. */
export function createOwnHistory(deps: Pick<Deps, 'db' | 'clock'>) {
  const askedLately = createAskedLately<readonly RatioFrom[]>(deps, STANDS_MS);
  return async (codes: { readonly income: string; readonly outcome: string }, { points, step_ms: stepMs }: Told): Promise<Ours> => {
    const { income: incomeCode, outcome: outcomeCode } = codes;
    const moments = points.map(([at]) => Date.parse(at));
    const [from = 0] = moments;
    const ratios = await askedLately(`${incomeCode}/${outcomeCode}/${from}`, () => findRatios(deps.db, { incomeCode, outcomeCode, from }));
    const inForce = ratiosAt(moments, ratios, stepMs);
    return points.flatMap(([at, text], i): Ours => {
      const [market, ppm] = [fractionFromDecimal(text), inForce[i]];
      return market === undefined || ppm === undefined || ppm === null ? [] : [[at, toSignificant(oursAt(market, ppm), RATE_DIGITS)]];
    });
  };
}

/** What the market rate of two payment systems was: one read of both symbols' candles, the same for all who ask within a moment. Undefined: customers are not shown one of them. */
export function createRateHistory(deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>) {
  const askedLately = createAskedLately<Told>(deps, STANDS_MS);
  return async (codes: { readonly income: string; readonly outcome: string }, period: HistoryPeriod): Promise<Told | undefined> => {
    const [income, outcome] = [symbolOf(deps, codes.income), symbolOf(deps, codes.outcome)];
    if (income === undefined || outcome === undefined) return undefined;
    return askedLately(`${income}/${outcome}/${period}`, () => toldOf(deps, { income, outcome, period }));
  };
}
