import { describe, expect, it } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { type Candle, candlesOf, CANDLE_STEPS, mergeCandles, type PricesAt } from './candle.ts';
import { candlesFor, MAX_POINTS, SYMBOL_PERIODS } from './period.ts';
import { pairSeries, seriesOf } from './series.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const usd = (value: number) => fraction(BigInt(value), 100n);
const set = (takenAt: number, prices: Readonly<Record<string, number>>, isDemo = false): PricesAt => ({
  takenAt,
  isDemo,
  prices: new Map(Object.entries(prices).map(([symbol, value]) => [symbol, usd(value)])),
});
const candle = (at: number, value: number, change: Partial<Candle> = {}): Candle => ({
  symbol: 'BTC',
  step: 'day',
  at,
  open: usd(value),
  high: usd(value),
  low: usd(value),
  close: usd(value),
  openedAt: at,
  closedAt: at,
  isDemo: false,
  ...change,
});

describe('candles', () => {
  const sets = [7, 9, 4, 6].map((value, i) => set(NOON + i * 25 * SECOND_MS, { BTC: value, RUB: 1 }));

  it('open with the first price of a step, close with the last, and have the highest and the lowest', () => {
    const made = candlesOf(sets, NOON + HOUR_MS);
    const of = (step: string) => made.filter((one) => one.symbol === 'BTC' && one.step === step);
    expect(of('minute')).toMatchObject([
      { at: NOON, open: usd(7), high: usd(9), low: usd(4), close: usd(4), openedAt: NOON, closedAt: NOON + 50 * SECOND_MS },
      { at: NOON + MINUTE_MS, open: usd(6), close: usd(6) },
    ]);
    expect(of('day')).toMatchObject([{ at: Date.UTC(2026, 10, 20), open: usd(7), high: usd(9), low: usd(4), close: usd(6) }]);
    expect(made).toHaveLength(2 * (2 + 3));
  });

  it('are the same however the sets are divided and in whatever order parts are merged', () => {
    const [whole] = candlesOf(sets, NOON).filter(({ step }) => step === 'hour');
    const parts = sets.flatMap((one) => candlesOf([one], NOON).filter(({ step, symbol }) => step === 'hour' && symbol === 'BTC'));
    const twice = [...parts, ...parts].toReversed();
    expect(twice.reduce(mergeCandles)).toEqual(whole);
  });

  it('are not made for a step whose candles of that age are already deleted', () => {
    const steps = (age: number) => new Set(candlesOf([set(NOON - age, { BTC: 1 })], NOON).map(({ step }) => step));
    expect(steps(DAY_MS)).toEqual(new Set(['minute', 'five_minutes', 'hour', 'day']));
    expect(steps(3 * DAY_MS)).toEqual(new Set(['five_minutes', 'hour', 'day']));
    expect(steps(20 * DAY_MS)).toEqual(new Set(['hour', 'day']));
    expect(steps(400 * DAY_MS)).toEqual(new Set(['day']));
  });
});

describe('a chart', () => {
  it.each(SYMBOL_PERIODS)('of %s has no more points than it can show, from candles that are stored long enough', (period) => {
    const { step, from } = candlesFor(period, NOON);
    const { ms, retentionMs: keepMs } = CANDLE_STEPS[step];
    const begin = period === 'all' ? NOON - 9 * 365 * DAY_MS : from;
    if (keepMs !== null) expect(NOON - begin).toBeLessThanOrEqual(keepMs);
    const count = Math.floor((NOON - begin) / ms);
    const found = Array.from({ length: count }, (_, i) => candle(begin - (begin % ms) + (i + 1) * ms, i + 1, { step }));
    const { candles, stepMs } = seriesOf(found);
    expect(candles.length).toBeLessThanOrEqual(MAX_POINTS + 1);
    expect(candles.length).toBeGreaterThan(period === 'hour' ? 50 : 150);
    expect(candles.at(-1)?.close).toEqual(usd(count));
    expect(stepMs % ms).toBe(0);
    expect(new Set(candles.slice(1).map((one, i) => one.at - (candles[i]?.at ?? 0)))).toEqual(new Set([stepMs]));
  });

  it('of a pair divides the prices of one moment exactly, and leaves out moments with one price', () => {
    const [first, second, third] = [DAY_MS, 2 * DAY_MS, 3 * DAY_MS] as const;
    const { points, asOf } = pairSeries(
      [candle(first, 500), candle(second, 600), candle(third, 700, { closedAt: third + 9 })],
      [candle(first, 3), candle(third, 7, { closedAt: third + 5 })],
    );
    expect(points).toEqual([
      { at: first, rate: fraction(500n, 3n) },
      { at: third, rate: fraction(100n, 1n) },
    ]);
    expect(asOf).toBe(third + 5);
  });

  it('does not show invented prices after real ones', () => {
    const invented = candle(DAY_MS, 1, { isDemo: true });
    expect(seriesOf([invented, candle(2 * DAY_MS, 2)]).candles).toMatchObject([{ at: 2 * DAY_MS }]);
    expect(seriesOf([invented]).candles).toHaveLength(1);
    expect(pairSeries([invented], [candle(DAY_MS, 1)])).toMatchObject({ isDemo: true, points: [{ at: DAY_MS }] });
    expect(seriesOf([])).toEqual({ candles: [], stepMs: 0 });
  });
});
