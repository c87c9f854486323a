import { HISTORY_PERIODS, type HistoryPeriod } from '#core/history/period.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '#core/time.ts';

/** One call to the provider of statistics. */
export type StatsCall =
  | { readonly kind: 'top' }
  | { readonly kind: 'ours' }
  | { readonly kind: 'chart'; readonly symbol: string; readonly period: HistoryPeriod };

/** A chart that is kept, or that somebody has asked for. */
export interface ChartStanding {
  readonly symbol: string;
  readonly period: HistoryPeriod;
  /** When the provider was last asked for it; null: never. */
  readonly askedAt: Instant | null;
  /** When a reader last asked for it; null: never. */
  readonly wantedAt: Instant | null;
}

export interface StatsStanding {
  readonly now: Instant;
  /** How many calls a day the provider gives us. */
  readonly dailyCalls: number;
  /** Calls of this UTC day. */
  readonly callsToday: number;
  readonly topAskedAt: Instant | null;
  readonly oursAskedAt: Instant | null;
  /** Coins of ours that the list of the largest does not bring along. */
  readonly needsOurs: boolean;
  /** Coins that we exchange: their charts are kept ready. */
  readonly ours: ReadonlySet<string>;
  /** Every coin there is, largest first, each with every period. */
  readonly charts: readonly ChartStanding[];
}

/** Lists take half of the calls. */
const LIST_SHARE = 2;
const LEAST_LIST_MS = MINUTE_MS;
/** Charts of a beginning day need not wait for their share of it. */
const BURST = 30;
/** Who has asked so lately may be looking still. */
const LATELY_MS = HOUR_MS;

/** How old a chart may become: while people look at it, and while nobody does. */
const CHART_AGE_MS = {
  day: { looked: 10 * MINUTE_MS, kept: 4 * HOUR_MS },
  week: { looked: HOUR_MS, kept: 12 * HOUR_MS },
  month: { looked: 3 * HOUR_MS, kept: DAY_MS },
  year: { looked: 12 * HOUR_MS, kept: 2 * DAY_MS },
  all: { looked: DAY_MS, kept: 7 * DAY_MS },
} as const satisfies Readonly<Record<HistoryPeriod, { readonly looked: number; readonly kept: number }>>;

/** How often lists are asked for, so that they take their share of the day's calls and no more. */
export const listEveryMs = ({ dailyCalls, needsOurs }: Pick<StatsStanding, 'dailyCalls' | 'needsOurs'>): number =>
  Math.max(LEAST_LIST_MS, Math.ceil((DAY_MS * LIST_SHARE * (needsOurs ? 2 : 1)) / dailyCalls));

const isDue = (askedAt: Instant | null, everyMs: number, now: Instant): boolean => askedAt === null || now - askedAt >= everyMs;

/** Whether a chart may still be asked for today: never at the cost of the lists to come. */
function hasRoomForCharts(standing: StatsStanding): boolean {
  const { now, dailyCalls, callsToday, needsOurs } = standing;
  const passed = now % DAY_MS;
  const listsToCome = Math.ceil((DAY_MS - passed) / listEveryMs(standing)) * (needsOurs ? 2 : 1);
  return callsToday + listsToCome < dailyCalls && callsToday < BURST + (dailyCalls * passed) / DAY_MS;
}

/** The chart that is most overdue, those first that somebody looks at. */
function nextChart({ now, charts, ours }: StatsStanding): ChartStanding | undefined {
  const [first] = charts
    .flatMap((chart, place) => {
      const isLooked = chart.wantedAt !== null && now - chart.wantedAt < LATELY_MS;
      if (!isLooked && !ours.has(chart.symbol)) return [];
      const ageMs = CHART_AGE_MS[chart.period][isLooked ? 'looked' : 'kept'];
      const overdue = chart.askedAt === null ? Number.POSITIVE_INFINITY : (now - chart.askedAt) / ageMs;
      return overdue < 1 ? [] : [{ chart, isLooked, overdue, place: HISTORY_PERIODS.indexOf(chart.period) * charts.length + place }];
    })
    .toSorted(
      (a, b) => Number(b.isLooked) - Number(a.isLooked) || (a.overdue === b.overdue ? a.place - b.place : b.overdue > a.overdue ? 1 : -1),
    );
  return first?.chart;
}

/** What the provider is asked next: lists at their pace, then charts in turns; null: nothing is due, or the day's calls are spent. */
export function nextStatsCall(standing: StatsStanding): StatsCall | null {
  const { now, dailyCalls, callsToday, topAskedAt, oursAskedAt, needsOurs } = standing;
  if (callsToday >= dailyCalls) return null;
  const everyMs = listEveryMs(standing);
  if (isDue(topAskedAt, everyMs, now)) return { kind: 'top' };
  if (needsOurs && isDue(oursAskedAt, everyMs, now)) return { kind: 'ours' };
  const chart = hasRoomForCharts(standing) ? nextChart(standing) : undefined;
  return chart === undefined ? null : { kind: 'chart', symbol: chart.symbol, period: chart.period };
}

const FIRST_BACK_OFF_MS = 30_000;
const MOST_BACK_OFF_MS = HOUR_MS / 2;
const JITTER_PPM = 200_000;

/**
 * How long a provider that failed is left alone: doubled with each failure, spread by `share` (0 to 1, random), never shorter than it
 * asked for itself.
 */
export function backOffMs({
  failures,
  askedMs,
  share,
}: {
  readonly failures: number;
  readonly askedMs: number | null;
  readonly share: number;
}): number {
  const calm = Math.min(MOST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.max(0, Math.min(20, failures - 1)));
  const wait = Math.max(calm, askedMs ?? 0);
  return Math.round(wait * (1 + (JITTER_PPM / 1_000_000) * share));
}

/** Data older than that is shown as old, and calls a person where the provider has failed since. */
export const STALE_STATS_MS = HOUR_MS;
export const STALE_STATS_FAILURES = 3;
