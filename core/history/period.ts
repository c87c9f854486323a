import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import { CANDLE_STEPS, type CandleStep, stepStart } from './candle.ts';

/** Span and step of each chart (domain 9); `spanMs` null: from the beginning. `hour` is for the office only. */
const PERIODS = {
  hour: { step: 'minute', spanMs: HOUR_MS },
  day: { step: 'five_minutes', spanMs: DAY_MS },
  week: { step: 'hour', spanMs: 7 * DAY_MS },
  month: { step: 'hour', spanMs: 30 * DAY_MS },
  year: { step: 'day', spanMs: 365 * DAY_MS },
  all: { step: 'day', spanMs: null },
} as const satisfies Readonly<Record<string, { readonly step: CandleStep; readonly spanMs: number | null }>>;

/** Periods that customers may request. */
export const HISTORY_PERIODS = ['day', 'week', 'month', 'year', 'all'] as const satisfies readonly (keyof typeof PERIODS)[];
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];
export const SYMBOL_PERIODS = ['hour', ...HISTORY_PERIODS] as const satisfies readonly (keyof typeof PERIODS)[];
export type SymbolPeriod = (typeof SYMBOL_PERIODS)[number];

/** Maximum number of points of a chart. */
export const MAX_POINTS = 400;

/**
 * Step and first moment of a chart's candles. The first candle ended when the period began, and its last price is the one to compare with.
 */
export function candlesFor(period: SymbolPeriod, now: Instant): { readonly step: CandleStep; readonly from: Instant } {
  const { step, spanMs } = PERIODS[period];
  return { step, from: spanMs === null ? 0 : Math.max(0, stepStart(step, now - spanMs - CANDLE_STEPS[step].ms)) };
}

/** How many candles become one, so that a span has at most `MAX_POINTS`. */
export function groupSize(step: CandleStep, span: { readonly from: Instant; readonly to: Instant }): number {
  const count = Math.floor((span.to - span.from) / CANDLE_STEPS[step].ms) + 1;
  return Math.max(1, Math.ceil(count / MAX_POINTS));
}
