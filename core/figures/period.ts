import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';

/** What the day's figures are told for (domain 11). `week`: today and six days before; `month`: this one so far. */
export const PERIODS = ['today', 'yesterday', 'week', 'month', 'last_month'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** A stretch of time, its end not included, cut into hours or days. */
export interface Period {
  readonly from: Instant;
  readonly to: Instant;
  readonly unit: 'hour' | 'day';
}

/** Moscow's clocks have stood three hours ahead since 2014, summer and winter. */
const AHEAD_MS = 3 * HOUR_MS;

/** Midnight in Moscow of the first day of a month, some months later. */
function monthBegin(now: Instant, later: number): Instant {
  const there = new Date(now + AHEAD_MS);
  return Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + later, 1) - AHEAD_MS;
}

/** A named period as the clocks in Moscow cut it. */
export function periodOf(name: PeriodName, now: Instant): Period {
  const today = Math.floor((now + AHEAD_MS) / DAY_MS) * DAY_MS - AHEAD_MS;
  const tomorrow = today + DAY_MS;
  const periods: Readonly<Record<PeriodName, Period>> = {
    today: { from: today, to: tomorrow, unit: 'hour' },
    yesterday: { from: today - DAY_MS, to: today, unit: 'hour' },
    week: { from: tomorrow - 7 * DAY_MS, to: tomorrow, unit: 'day' },
    month: { from: monthBegin(now, 0), to: tomorrow, unit: 'day' },
    last_month: { from: monthBegin(now, -1), to: monthBegin(now, 0), unit: 'day' },
  };
  return periods[name];
}

/** Where each hour or day of a period begins. */
export function cutsOf({ from, to, unit }: Period): Instant[] {
  const step = unit === 'hour' ? HOUR_MS : DAY_MS;
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);
}
