import { describe, expect, it } from 'vitest';
import { HISTORY_PERIODS, type HistoryPeriod } from '#core/history/period.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { mergePoints, pointsOfWeek, sparklineOf, thinPoints, medianStepMs, withNewest } from './chart-points.ts';
import { backOffMs, listIntervalMs, nextStatsCall, type StatsCall } from './next-call.ts';

const MIDNIGHT = Date.UTC(2026, 10, 22);
const TURN_MS = 36 * SECOND_MS;

/** The calls of one day; `looksAt`: charts that readers view. */
function aDay(dailyCalls: number, looksAt: (symbol: string, period: HistoryPeriod) => boolean) {
  const symbols = Array.from({ length: 20 }, (_, i) => `C${i}`);
  const ours = new Set(symbols.slice(0, 14));
  const requestedAt = new Map<string, number>();
  const calls: { readonly at: number; readonly call: StatsCall }[] = [];
  for (let now = MIDNIGHT; now < MIDNIGHT + DAY_MS; now += TURN_MS) {
    const call = nextStatsCall({
      now,
      dailyCalls,
      callsToday: calls.length,
      topRequestedAt: requestedAt.get('top') ?? null,
      oursRequestedAt: requestedAt.get('ours') ?? null,
      needsOurs: true,
      ours,
      charts: symbols.flatMap((symbol) =>
        HISTORY_PERIODS.map((period) => ({
          symbol,
          period,
          requestedAt: requestedAt.get(`${symbol} ${period}`) ?? null,
          viewedAt: looksAt(symbol, period) ? now : null,
        })),
      ),
    });
    if (call === null) continue;
    calls.push({ at: now, call });
    requestedAt.set(call.kind === 'chart' ? `${call.symbol} ${call.period}` : call.kind, now);
  }
  return calls;
}

describe.each([330, 1_500])('a day of %i calls', (dailyCalls) => {
  it.each([
    ['no chart is viewed', false],
    ['every chart is viewed', true],
  ])('is not exceeded when %s, and lists are requested at their interval until the end', (_, isLooked) => {
    const calls = aDay(dailyCalls, () => isLooked);
    expect(calls.length).toBeLessThanOrEqual(dailyCalls);
    const tops = calls.filter(({ call }) => call.kind === 'top').map(({ at }) => at);
    const gaps = tops.slice(1).map((at, i) => at - (tops[i] ?? at));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(listIntervalMs({ dailyCalls, needsOurs: true }) + 2 * TURN_MS);
    expect(tops.at(-1)).toBeGreaterThan(MIDNIGHT + DAY_MS - HOUR_MS);
  });

  it('keeps charts of exchanged coins up to date without readers, and no others', () => {
    const charts = aDay(dailyCalls, () => false).flatMap(({ call }) => (call.kind === 'chart' ? [`${call.symbol} ${call.period}`] : []));
    expect(new Set(charts).size).toBe(14 * HISTORY_PERIODS.length);
  });

  it('requests viewed charts first', () => {
    const charts = aDay(dailyCalls, (symbol, period) => symbol === 'C19' && period === 'year').flatMap(({ call }) =>
      call.kind === 'chart' ? [`${call.symbol} ${call.period}`] : [],
    );
    expect(charts[0]).toBe('C19 year');
    expect(charts.filter((one) => one === 'C19 year')).toHaveLength(2);
  });
});

it('doubles the wait after each failure, at least to the requested wait and at most to the maximum', () => {
  const wait = (failures: number, requestedWaitMs: number | null = null, jitter = 0) => backOffMs({ failures, requestedWaitMs, jitter });
  expect([1, 2, 3, 7, 500].map((failures) => wait(failures))).toEqual([30_000, 60_000, 120_000, 1_800_000, 1_800_000]);
  expect(wait(1, HOUR_MS)).toBe(HOUR_MS);
  expect(wait(3, SECOND_MS)).toBe(120_000);
  expect(wait(1, null, 1)).toBe(36_000);
});

describe('points of a chart', () => {
  const points = (count: number, from = 0) => Array.from({ length: count }, (_, i) => ({ at: (from + i) * MINUTE_MS, price: String(i) }));

  it('are thinned evenly and end with the newest', () => {
    const thin = thinPoints(points(5_000));
    expect(thin.length).toBeLessThanOrEqual(400);
    expect(thin.at(-1)?.at).toBe(4_999 * MINUTE_MS);
    expect(thinPoints(points(400))).toHaveLength(400);
  });

  it('stay where the provider no longer returns them', () => {
    expect(mergePoints(points(10), points(5, 8)).map(({ at }) => at / MINUTE_MS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(mergePoints(points(2), [])).toEqual(points(2));
  });

  it('end with the price of the list where it is newer', () => {
    expect(withNewest(points(2), { at: 5 * MINUTE_MS, price: '9' })).toHaveLength(3);
    expect(withNewest(points(2), { at: MINUTE_MS, price: '9' })).toHaveLength(2);
    expect(withNewest([], { at: MINUTE_MS, price: '9' })).toEqual([]);
  });

  it('of a week are an hour apart, and the last seventh is the day', () => {
    const week = Array.from({ length: 169 }, (_, i) => String(i));
    const points = pointsOfWeek(week, MIDNIGHT, 'week');
    expect([points.at(0)?.at, points.at(-1)]).toEqual([MIDNIGHT - 7 * DAY_MS, { at: MIDNIGHT, price: '168' }]);
    expect(medianStepMs(points)).toBe(HOUR_MS);
    expect(pointsOfWeek(week, MIDNIGHT, 'day')).toHaveLength(25);
    expect(sparklineOf(week, 42)).toHaveLength(42);
    expect(sparklineOf(week, 42).at(-1)).toBe('168');
  });
});
