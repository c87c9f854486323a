import { HISTORY_PERIODS, type HistoryPeriod } from '#core/history/period.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';

/** One call to the provider of statistics. */
export type StatsCall =
  | { readonly kind: 'top' }
  | { readonly kind: 'ours' }
  | { readonly kind: 'chart'; readonly symbol: string; readonly period: HistoryPeriod };

/** A stored chart, or one that a reader has requested. */
export interface ChartState {
  readonly symbol: string;
  readonly period: HistoryPeriod;
  /** Time of the last request to the provider; null: never. */
  readonly requestedAt: Instant | null;
  /** When a reader last opened it; null: never. */
  readonly viewedAt: Instant | null;
}

export interface StatsState {
  readonly now: Instant;
  /** Calls per day that the provider's plan allows. */
  readonly dailyCalls: number;
  /** Calls of this UTC day. */
  readonly callsToday: number;
  readonly topRequestedAt: Instant | null;
  readonly oursRequestedAt: Instant | null;
  /** Whether coins that we exchange are missing from the list of the largest. */
  readonly needsOurs: boolean;
  /** Coins that we exchange: their charts are always stored. */
  readonly ours: ReadonlySet<string>;
  /** Every coin, largest first, each with every period. */
  readonly charts: readonly ChartState[];
}

/** Lists take half of the calls. */
const LIST_SHARE = 2;
const MIN_LIST_INTERVAL_MS = MINUTE_MS;
/** Calls that charts may use at once, so that they need not wait for their share of a day that has just begun. */
const CHART_BURST = 30;
/** A reader who opened a chart within this time may still be looking at it. */
const RECENT_VIEW_MS = HOUR_MS;

/** Maximum age of a chart: while readers look at it, and otherwise. */
const CHART_AGE_MS = {
  day: { viewed: 10 * MINUTE_MS, unviewed: 4 * HOUR_MS },
  week: { viewed: HOUR_MS, unviewed: 12 * HOUR_MS },
  month: { viewed: 3 * HOUR_MS, unviewed: DAY_MS },
  year: { viewed: 12 * HOUR_MS, unviewed: 2 * DAY_MS },
  all: { viewed: DAY_MS, unviewed: 7 * DAY_MS },
} as const satisfies Readonly<Record<HistoryPeriod, { readonly viewed: number; readonly unviewed: number }>>;

/** Interval between requests of the lists, so that they use only their share of the day's calls. */
export const listIntervalMs = ({ dailyCalls, needsOurs }: Pick<StatsState, 'dailyCalls' | 'needsOurs'>): number =>
  Math.max(MIN_LIST_INTERVAL_MS, Math.ceil((DAY_MS * LIST_SHARE * (needsOurs ? 2 : 1)) / dailyCalls));

const isDue = (requestedAt: Instant | null, intervalMs: number, now: Instant): boolean =>
  requestedAt === null || now - requestedAt >= intervalMs;

/** Whether a chart may still be requested today without taking calls from the lists. */
function hasCallsForCharts(state: StatsState): boolean {
  const { now, dailyCalls, callsToday, needsOurs } = state;
  const elapsedMs = now % DAY_MS;
  const listCallsLeft = Math.ceil((DAY_MS - elapsedMs) / listIntervalMs(state)) * (needsOurs ? 2 : 1);
  return callsToday + listCallsLeft < dailyCalls && callsToday < CHART_BURST + (dailyCalls * elapsedMs) / DAY_MS;
}

/** The most overdue chart, viewed ones first. */
function nextChart({ now, charts, ours }: StatsState): ChartState | undefined {
  const [first] = charts
    .flatMap((chart, index) => {
      const isViewed = chart.viewedAt !== null && now - chart.viewedAt < RECENT_VIEW_MS;
      if (!isViewed && !ours.has(chart.symbol)) return [];
      const ageMs = CHART_AGE_MS[chart.period][isViewed ? 'viewed' : 'unviewed'];
      const overdue = chart.requestedAt === null ? Number.POSITIVE_INFINITY : (now - chart.requestedAt) / ageMs;
      return overdue < 1 ? [] : [{ chart, isViewed, overdue, rank: HISTORY_PERIODS.indexOf(chart.period) * charts.length + index }];
    })
    .toSorted(
      (a, b) => Number(b.isViewed) - Number(a.isViewed) || (a.overdue === b.overdue ? a.rank - b.rank : b.overdue > a.overdue ? 1 : -1),
    );
  return first?.chart;
}

/** The next call to the provider: lists at their interval, then charts in turn. Null if nothing is due or the day's calls are used up. */
export function nextStatsCall(state: StatsState): StatsCall | null {
  const { now, dailyCalls, callsToday, topRequestedAt, oursRequestedAt, needsOurs } = state;
  if (callsToday >= dailyCalls) return null;
  const intervalMs = listIntervalMs(state);
  if (isDue(topRequestedAt, intervalMs, now)) return { kind: 'top' };
  if (needsOurs && isDue(oursRequestedAt, intervalMs, now)) return { kind: 'ours' };
  const chart = hasCallsForCharts(state) ? nextChart(state) : undefined;
  return chart === undefined ? null : { kind: 'chart', symbol: chart.symbol, period: chart.period };
}

const FIRST_BACK_OFF_MS = 30_000;
const MAX_BACK_OFF_MS = HOUR_MS / 2;
const JITTER_PPM = 200_000;

/**
 * Wait before a failed provider is called again, ms: doubles with each failure, plus up to 20 % by `jitter` (0 to 1, random), at least the
 * provider's `requestedWaitMs`.
 */
export function backOffMs({
  failures,
  requestedWaitMs,
  jitter,
}: {
  readonly failures: number;
  readonly requestedWaitMs: number | null;
  readonly jitter: number;
}): number {
  const backOff = Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.max(0, Math.min(20, failures - 1)));
  const wait = Math.max(backOff, requestedWaitMs ?? 0);
  return Math.round(wait * (1 + (JITTER_PPM / 1_000_000) * jitter));
}

/** Older data is marked as old, and raises an alarm if the provider has failed since. */
export const STALE_STATS_MS = HOUR_MS;
export const STALE_STATS_FAILURES = 3;
