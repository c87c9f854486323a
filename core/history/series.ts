import { divide, type Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { CANDLE_STEPS, type Candle, mergeCandles } from './candle.ts';
import { groupSize } from './period.ts';

/** Data of a chart: candles of one length, ascending. */
export interface Series {
  readonly candles: readonly Candle[];
  readonly stepMs: number;
}

/** Invented prices are dropped once real ones have followed them. */
function withoutInvented(candles: readonly Candle[]): readonly Candle[] {
  return candles.at(-1)?.isDemo === false ? candles.filter(({ isDemo }) => !isDemo) : candles;
}

/** Candles of one symbol and step, ascending, merged into at most `MAX_POINTS`. */
export function seriesOf(stored: readonly Candle[]): Series {
  const candles = withoutInvented(stored);
  const [first, last] = [candles.at(0), candles.at(-1)];
  if (first === undefined || last === undefined) return { candles: [], stepMs: 0 };
  const stepMs = CANDLE_STEPS[first.step].ms * groupSize(first.step, { from: first.at, to: last.at });
  const groups = new Map<Instant, Candle>();
  for (const candle of candles) {
    const at = candle.at - (candle.at % stepMs);
    const existing = groups.get(at);
    groups.set(at, existing === undefined ? { ...candle, at } : mergeCandles(existing, candle));
  }
  return { candles: [...groups.values()], stepMs };
}

/** The rate of a pair at the end of each step: units of `outcome` for one of `income`. */
export interface RatePoint {
  readonly at: Instant;
  readonly rate: Fraction;
}

export interface PairSeries {
  readonly points: readonly RatePoint[];
  readonly stepMs: number;
  /** When the newest price was taken; null: there is none. */
  readonly asOf: Instant | null;
  readonly isDemo: boolean;
}

/**
 * A pair's history: closing prices of one symbol divided by the other's, ascending. Highs and lows are not used, as they belong to
 * different moments.
 */
export function pairSeries(income: readonly Candle[], outcome: readonly Candle[]): PairSeries {
  const outcomeByMoment = new Map(outcome.map((candle) => [candle.at, candle]));
  const pairCandles = withoutInvented(
    income.flatMap((candle): readonly Candle[] => {
      const outcomeCandle = outcomeByMoment.get(candle.at);
      if (outcomeCandle === undefined) return [];
      const rate = divide(candle.close, outcomeCandle.close);
      const closedAt = Math.min(candle.closedAt, outcomeCandle.closedAt);
      const isDemo = candle.isDemo || outcomeCandle.isDemo;
      return [
        { ...candle, open: rate, high: rate, low: rate, close: rate, closedAt, openedAt: Math.min(candle.openedAt, closedAt), isDemo },
      ];
    }),
  );
  const { candles, stepMs } = seriesOf(pairCandles);
  return {
    points: candles.map(({ at, close }) => ({ at, rate: close })),
    stepMs,
    asOf: candles.at(-1)?.closedAt ?? null,
    isDemo: candles.some(({ isDemo }) => isDemo),
  };
}
