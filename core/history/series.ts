import { divide, type Fraction } from '#core/money/fraction.ts';
import type { Instant } from '#core/time.ts';
import { CANDLE_STEPS, type Candle, mergeCandles } from './candle.ts';
import { groupSize } from './period.ts';

/** What a chart is drawn from: candles of one length, ascending. */
export interface Series {
  readonly candles: readonly Candle[];
  readonly stepMs: number;
}

/** Where real prices have followed invented ones, the invented ones are no history. */
function withoutInvented(candles: readonly Candle[]): readonly Candle[] {
  return candles.at(-1)?.isDemo === false ? candles.filter(({ isDemo }) => !isDemo) : candles;
}

/** Candles of one symbol and step, ascending, joined into no more than a chart shows. */
export function seriesOf(found: readonly Candle[]): Series {
  const candles = withoutInvented(found);
  const [first, last] = [candles.at(0), candles.at(-1)];
  if (first === undefined || last === undefined) return { candles: [], stepMs: 0 };
  const stepMs = CANDLE_STEPS[first.step].ms * groupSize(first.step, { from: first.at, to: last.at });
  const groups = new Map<Instant, Candle>();
  for (const candle of candles) {
    const at = candle.at - (candle.at % stepMs);
    const before = groups.get(at);
    groups.set(at, before === undefined ? { ...candle, at } : mergeCandles(before, candle));
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
  /** When the newest price of it was taken; null: there is none. */
  readonly asOf: Instant | null;
  readonly isDemo: boolean;
}

/**
 * A pair's history: one symbol's candles divided by the other's, where both had a price. Closing prices of one step belong to one
 * moment and divide exactly; highs and lows do not, so a pair has none. Of both symbols, ascending.
 */
export function pairSeries(income: readonly Candle[], outcome: readonly Candle[]): PairSeries {
  const others = new Map(outcome.map((candle) => [candle.at, candle]));
  const both = withoutInvented(
    income.flatMap((candle): readonly Candle[] => {
      const other = others.get(candle.at);
      if (other === undefined) return [];
      const rate = divide(candle.close, other.close);
      const closedAt = Math.min(candle.closedAt, other.closedAt);
      const isDemo = candle.isDemo || other.isDemo;
      return [
        { ...candle, open: rate, high: rate, low: rate, close: rate, closedAt, openedAt: Math.min(candle.openedAt, closedAt), isDemo },
      ];
    }),
  );
  const { candles, stepMs } = seriesOf(both);
  return {
    points: candles.map(({ at, close }) => ({ at, rate: close })),
    stepMs,
    asOf: candles.at(-1)?.closedAt ?? null,
    isDemo: candles.some(({ isDemo }) => isDemo),
  };
}
