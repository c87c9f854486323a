import { compare, type Fraction } from '#core/money/fraction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';

/** Steps of stored prices, and how long each is stored; null means for ever. */
export const CANDLE_STEPS = {
  minute: { ms: MINUTE_MS, retentionMs: 2 * DAY_MS },
  five_minutes: { ms: 5 * MINUTE_MS, retentionMs: 14 * DAY_MS },
  hour: { ms: HOUR_MS, retentionMs: 92 * DAY_MS },
  day: { ms: DAY_MS, retentionMs: null },
} as const satisfies Readonly<Record<string, { readonly ms: number; readonly retentionMs: number | null }>>;

export type CandleStep = keyof typeof CANDLE_STEPS;
export const CANDLE_STEP_NAMES = ['minute', 'five_minutes', 'hour', 'day'] as const satisfies readonly CandleStep[];

/** Prices of a symbol within one step, US dollars per unit. */
export interface Candle {
  readonly symbol: string;
  readonly step: CandleStep;
  /** Start of the step, UTC. */
  readonly at: Instant;
  readonly open: Fraction;
  readonly high: Fraction;
  readonly low: Fraction;
  readonly close: Fraction;
  /** When its first and its last price were taken. */
  readonly openedAt: Instant;
  readonly closedAt: Instant;
  readonly isDemo: boolean;
}

/** One published set of prices. */
export interface PricesAt {
  readonly takenAt: Instant;
  readonly isDemo: boolean;
  readonly prices: ReadonlyMap<string, Fraction>;
}

/** The start of the step that a moment is in. */
export const stepStart = (step: CandleStep, at: Instant): Instant => at - (at % CANDLE_STEPS[step].ms);

/** Whether a candle of that moment is still stored. */
export const isRetained = (step: CandleStep, at: Instant, now: Instant): boolean => {
  const { retentionMs } = CANDLE_STEPS[step];
  return retentionMs === null || at >= now - retentionMs;
};

const highest = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? a : b);
const lowest = (a: Fraction, b: Fraction): Fraction => (compare(a, b) <= 0 ? a : b);

/** Merges two parts of one candle in any order; merging a part twice changes nothing. */
export const mergeCandles = (a: Candle, b: Candle): Candle => {
  const first = b.openedAt < a.openedAt ? b : a;
  const last = b.closedAt > a.closedAt ? b : a;
  return {
    ...a,
    open: first.open,
    openedAt: first.openedAt,
    close: last.close,
    closedAt: last.closedAt,
    high: highest(a.high, b.high),
    low: lowest(a.low, b.low),
    isDemo: a.isDemo || b.isDemo,
  };
};

/** The candles that sets of prices create or extend, in every step that is still stored (domain 2, history). */
export function candlesOf(sets: readonly PricesAt[], now: Instant): readonly Candle[] {
  const candles = new Map<string, Candle>();
  for (const { takenAt, isDemo, prices } of sets) {
    for (const step of CANDLE_STEP_NAMES) {
      const at = stepStart(step, takenAt);
      if (!isRetained(step, at, now)) continue;
      for (const [symbol, usd] of prices) {
        const candle = { symbol, step, at, open: usd, high: usd, low: usd, close: usd, openedAt: takenAt, closedAt: takenAt, isDemo };
        const key = `${step} ${at} ${symbol}`;
        const existing = candles.get(key);
        candles.set(key, existing === undefined ? candle : mergeCandles(existing, candle));
      }
    }
  }
  return [...candles.values()];
}
