import type { RateHistoryAttributes } from '#contract/public/rate-history.ts';
import { ownRateAt, type RatioChange, ratiosAt } from '#core/history/own-rate.ts';
import { candlesFor, type HistoryPeriod } from '#core/history/period.ts';
import { pairSeries } from '#core/history/series.ts';
import { type Fraction, fractionFromDecimal, toSignificant } from '#core/money/fraction.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createShortCache } from './short-cache.ts';
import { findCandles, findFirstCloses, findRatios } from './store.ts';

/** Significant digits, as in published rates. */
const RATE_DIGITS = 9;
/** The interval at which candles are written. */
const CACHE_MS = 10 * SECOND_MS;

type MarketHistory = Omit<RateHistoryAttributes, 'income_payment_system_id' | 'outcome_payment_system_id' | 'ours'>;

/** Market symbol of a payment system visible to customers; undefined when disabled on both sides. */
function symbolOf({ catalogue }: Pick<Deps, 'catalogue'>, code: string): string | undefined {
  const system = catalogue.paymentSystem(code);
  return system !== undefined && (system.incomeEnabled || system.outcomeEnabled) ? system.marketSymbol : undefined;
}

async function loadMarketHistory(
  deps: Pick<Deps, 'db' | 'clock'>,
  { income, outcome, period }: { readonly income: string; readonly outcome: string; readonly period: HistoryPeriod },
): Promise<MarketHistory> {
  const candles = await findCandles(deps.db, { symbols: [income, outcome], ...candlesFor(period, deps.clock.now()) });
  const candlesOfSymbol = (symbol: string) => candles.filter((candle) => candle.symbol === symbol);
  const { points, stepMs, asOf, isDemo } = pairSeries(candlesOfSymbol(income), candlesOfSymbol(outcome));
  return {
    period,
    step_ms: stepMs,
    as_of: asOf === null ? null : toRfc3339(asOf),
    is_demo: isDemo,
    points: points.map(({ at, rate }): [string, string] => [toRfc3339(at), toSignificant(rate, RATE_DIGITS)]),
  };
}

type OwnPoints = RateHistoryAttributes['ours'];

/** Our own rate at each point of the market's history that has one; cached briefly. */
export function createOwnHistory(deps: Pick<Deps, 'db' | 'clock'>) {
  const cached = createShortCache<readonly RatioChange[]>(deps, CACHE_MS);
  return async (
    codes: { readonly income: string; readonly outcome: string },
    { points, step_ms: stepMs }: MarketHistory,
  ): Promise<OwnPoints> => {
    const { income: incomeCode, outcome: outcomeCode } = codes;
    const moments = points.map(([at]) => Date.parse(at));
    const [from = 0] = moments;
    const ratios = await cached(`${incomeCode}/${outcomeCode}/${from}`, () => findRatios(deps.db, { incomeCode, outcomeCode, from }));
    const inForce = ratiosAt(moments, ratios, stepMs);
    return points.flatMap(([at, text], i): OwnPoints => {
      const [market, ppm] = [fractionFromDecimal(text), inForce[i]];
      return market === undefined || ppm === undefined || ppm === null ? [] : [[at, toSignificant(ownRateAt(market, ppm), RATE_DIGITS)]];
    });
  };
}

/** History of the market rate between two payment systems; cached briefly. Undefined: one of them is not visible to customers. */
export function createRateHistory(deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>) {
  const cached = createShortCache<MarketHistory>(deps, CACHE_MS);
  return async (
    codes: { readonly income: string; readonly outcome: string },
    period: HistoryPeriod,
  ): Promise<MarketHistory | undefined> => {
    const [income, outcome] = [symbolOf(deps, codes.income), symbolOf(deps, codes.outcome)];
    if (income === undefined || outcome === undefined) return undefined;
    return cached(`${income}/${outcome}/${period}`, () => loadMarketHistory(deps, { income, outcome, period }));
  };
}

/** Price of each market symbol a day ago; absent: unknown. */
export type DayAgoPrices = ReadonlyMap<string, { readonly price: Fraction; readonly isDemo: boolean }>;

/** Without a candle exactly a day ago, the next one within this time is used, as on a chart of the day. */
const MAX_GAP_MS = HOUR_MS;
const DAY_AGO_CACHE_MS = MINUTE_MS;
const NO_PRICES: DayAgoPrices = new Map();

/** Prices of 24 hours ago, read at most once a minute. A failed read gives an empty map: the board works without them. */
export function createDayAgoPrices(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue'>): () => Promise<DayAgoPrices> {
  const cached = createShortCache<DayAgoPrices>(deps, DAY_AGO_CACHE_MS);
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
