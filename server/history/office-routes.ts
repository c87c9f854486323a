import { officeGetPriceHistory } from '#contract/public/rate-history.ts';
import { candlesFor } from '#core/history/period.ts';
import { seriesOf } from '#core/history/series.ts';
import { type Fraction, toSignificant } from '#core/money/fraction.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { findCandles } from './store.ts';

const DIGITS = 12;
const text = (price: Fraction): string => toSignificant(price, DIGITS);

/** A symbol's price over time, for operators (domain 10); empty for a symbol that was never priced. */
export const officeHistoryRoutes = (deps: Deps): Route[] => [
  route(officeGetPriceHistory, async ({ params, query }) => {
    const { symbol } = params;
    const period = query.period ?? 'day';
    const { candles, stepMs } = seriesOf(await findCandles(deps.db, { symbols: [symbol], ...candlesFor(period, deps.clock.now()) }));
    const asOf = candles.at(-1)?.closedAt;
    return accept({
      data: {
        type: 'price_histories',
        id: `${symbol}-${period}`,
        attributes: {
          symbol,
          period,
          step_ms: stepMs,
          as_of: asOf === undefined ? null : toRfc3339(asOf),
          is_demo: candles.some(({ isDemo }) => isDemo),
          candles: candles.map(({ at, open, high, low, close }) => ({
            at: toRfc3339(at),
            open: text(open),
            high: text(high),
            low: text(low),
            close: text(close),
          })),
        },
      },
    });
  }),
];
