import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { isQuiet, isZone, quietUntil } from './quiet-hours.ts';

const night = { from: 23 * 60, to: 8 * 60, zone: 'Europe/Moscow' };
const at = (text: string) => Date.parse(text);

describe('quiet hours', () => {
  it('span midnight in the customer’s zone', () => {
    expect(quietUntil(at('2026-03-01T19:59:59Z'), night)).toBeUndefined();
    expect(quietUntil(at('2026-03-01T20:00:00Z'), night)).toBe(at('2026-03-02T05:00:00Z'));
    expect(quietUntil(at('2026-03-02T04:59:59Z'), night)).toBe(at('2026-03-02T05:00:00Z'));
    expect(quietUntil(at('2026-03-02T05:00:00Z'), night)).toBeUndefined();
    expect(quietUntil(at('2026-03-01T10:30:00Z'), { ...night, from: 13 * 60, to: 14 * 60 })).toBe(at('2026-03-01T11:00:00Z'));
  });

  it('end by the local clock when it changes in the night, and right after the gap where their end is skipped', () => {
    const berlin = { ...night, zone: 'Europe/Berlin' };
    // 29 March 2026: two o'clock becomes three; 25 October: three becomes two
    expect(quietUntil(at('2026-03-28T23:00:00Z'), berlin)).toBe(at('2026-03-29T06:00:00Z'));
    expect(quietUntil(at('2026-10-24T22:00:00Z'), berlin)).toBe(at('2026-10-25T07:00:00Z'));
    expect(quietUntil(at('2026-03-29T00:30:00Z'), { ...berlin, to: 2 * 60 + 30 })).toBe(at('2026-03-29T01:00:00Z'));
  });

  it('end at the first moment that is not quiet', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/Moscow');
    const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') });
    fc.assert(
      fc.property(moment, minute, minute, zone, (now, from, to, name) => {
        fc.pre(from !== to);
        const hours = { from, to, zone: name };
        const end = quietUntil(now, hours);
        if (end === undefined) {
          expect(isQuiet(now, hours)).toBe(false);
          return;
        }
        expect(end).toBeGreaterThan(now);
        expect(end - now).toBeLessThanOrEqual(DAY_MS + 3 * 60 * MINUTE_MS);
        expect(isQuiet(end, hours)).toBe(false);
        expect(isQuiet(end - 1, hours)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('accept zones by their names', () => {
    expect(['Europe/Moscow', 'UTC', 'Nowhere/Town', '', '+03:00'].map(isZone)).toEqual([true, true, false, false, false]);
  });
});
