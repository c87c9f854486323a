import { getRateHistory } from '#contract/rate-history.ts';
import { candlesFor, type HistoryPeriod } from '#core/history/period.ts';
import { pairSeries } from '#core/history/series.ts';
import { toSignificant } from '#core/money/fraction.ts';
import { accept, refuse } from '#core/result.ts';
import { SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { createAskedLately } from './asked-lately.ts';
import { findCandles } from './store.ts';

/** As many as a published rate says. */
const RATE_DIGITS = 9;
/** Candles are written this often. */
const STANDS_MS = 10 * SECOND_MS;

/** The market symbol of a system that customers are shown. */
function symbolOf({ catalogue }: Pick<Deps, 'catalogue'>, code: string): string | undefined {
  const system = catalogue.paymentSystem(code);
  return system !== undefined && (system.incomeEnabled || system.outcomeEnabled) ? system.marketSymbol : undefined;
}

async function attributesOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  { income, outcome, period }: { readonly income: string; readonly outcome: string; readonly period: HistoryPeriod },
) {
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

/** `GET /api/v1/rate_history/{income}/{outcome}`: one read of both symbols' candles, the same for all who ask within a moment. */
export function rateHistoryRoutes(deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>): Route[] {
  const askedLately = createAskedLately<Awaited<ReturnType<typeof attributesOf>>>(deps, STANDS_MS);
  return [
    route(getRateHistory, async ({ params, query }) => {
      const { income_payment_system_id: incomeCode, outcome_payment_system_id: outcomeCode } = params;
      const [income, outcome] = [symbolOf(deps, incomeCode), symbolOf(deps, outcomeCode)];
      if (income === undefined || outcome === undefined) return refuse({ code: 'not_found' });
      const period = query.period ?? 'day';
      const told = await askedLately(`${income}/${outcome}/${period}`, () => attributesOf(deps, { income, outcome, period }));
      return accept({
        data: { type: 'rate_histories', id: `${incomeCode}-${outcomeCode}-${period}`, attributes: { ...params, ...told } },
      });
    }),
  ];
}
