import { expect, test } from 'vitest';
import { isWithinHours, localTime } from './local-time.ts';

test.each([
  ['2026-11-21T20:59:59Z', 'Europe/Moscow', 6, 1_439],
  ['2026-11-21T21:00:00Z', 'Europe/Moscow', 7, 0],
  ['2026-03-29T00:59:00Z', 'Europe/Berlin', 7, 119],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', 7, 180],
  ['1969-12-31T23:59:30Z', 'UTC', 3, 1_439],
] as const)('%s in %s is day %i, minute %i', (at, zone, weekday, minute) => {
  expect(localTime(Date.parse(at), zone)).toEqual({ weekday, minute });
});

test('an unknown time zone throws', () => expect(() => localTime(0, 'Moscow')).toThrow(RangeError));

test.each([
  [{ fromMinute: 540, toMinute: 1_260, days: null }, 1, 540, true],
  [{ fromMinute: 540, toMinute: 1_260, days: null }, 1, 1_260, false],
  [{ fromMinute: 540, toMinute: 1_260, days: [6, 7] }, 5, 600, false],
  // Over midnight: Friday's night extends into Saturday's morning, Thursday's does not count
  [{ fromMinute: 1_380, toMinute: 420, days: [5] }, 5, 1_400, true],
  [{ fromMinute: 1_380, toMinute: 420, days: [5] }, 6, 419, true],
  [{ fromMinute: 1_380, toMinute: 420, days: [5] }, 6, 420, false],
  [{ fromMinute: 1_380, toMinute: 420, days: [5] }, 5, 100, false],
  [{ fromMinute: 1_380, toMinute: 420, days: [7] }, 1, 100, true],
  [{ fromMinute: 0, toMinute: 1_440, days: null }, 3, 1_439, true],
  // Equal minutes: the whole day from there on
  [{ fromMinute: 600, toMinute: 600, days: null }, 3, 100, true],
] as const)('%j on day %i at minute %i: %s', (hours, weekday, minute, expected) => {
  expect(isWithinHours(hours, { weekday, minute })).toBe(expected);
});
