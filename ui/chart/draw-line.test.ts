import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { drawLine, nearestPoint } from './draw-line.ts';

const FRAME = { width: 400, height: 200, gapMs: 90 * MINUTE_MS, zoneOffsetMs: 3 * HOUR_MS, widthOf: () => 40 };
const NOON = Date.UTC(2026, 10, 20, 12);
const hours = (...values: readonly (readonly [hour: number, value: number])[]) =>
  values.map(([hour, value]) => ({ at: NOON + hour * HOUR_MS, value }));

describe('the line of a chart', () => {
  it('rises with the value, and stays clear of the value labels', () => {
    const { points, valueMarks } = drawLine(hours([0, 10], [1, 12], [2, 11]), FRAME);
    const [first, second, third] = points;
    expect(second?.y).toBeLessThan(third?.y ?? 0);
    expect(third?.y).toBeLessThan(first?.y ?? 0);
    expect(third?.x).toBeLessThanOrEqual(FRAME.width - 40);
    expect(valueMarks.length).toBeGreaterThan(2);
    expect(nearestPoint(points, (second?.x ?? 0) + 9)).toBe(1);
  });

  it('breaks at gaps', () => {
    const segmentCount = (path: string) => path.match(/M/g)?.length;
    expect(segmentCount(drawLine(hours([0, 1], [1, 2], [2, 3]), FRAME).line)).toBe(1);
    expect(segmentCount(drawLine(hours([0, 1], [1, 2], [5, 3], [6, 1]), FRAME).line)).toBe(2);
  });

  it('has its time marks at round hours and days of the viewer’s time zone', () => {
    const days = Array.from({ length: 8 }, (_, i) => ({ at: NOON + i * DAY_MS, value: i }));
    const { timeMarks } = drawLine(days, { ...FRAME, gapMs: 2 * DAY_MS });
    expect(timeMarks.length).toBeGreaterThan(2);
    expect(new Set(timeMarks.map(({ at }) => (at + 3 * HOUR_MS) % DAY_MS))).toEqual(new Set([0]));
  });

  it('draws a single value and a constant value', () => {
    for (const points of [hours([0, 5]), hours([0, 5], [1, 5], [2, 5])]) {
      const drawn = drawLine(points, FRAME);
      expect(`${drawn.line}${drawn.area}`).not.toMatch(/NaN|Infinity/);
      expect(drawn.points.every(({ x, y }) => x >= 0 && x <= FRAME.width && y > 0 && y < FRAME.height)).toBe(true);
    }
  });
});
