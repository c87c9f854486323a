import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { dueAfter, isOpenAt, minuteOf, openMsBetween, opensAt, type SupportHours } from './hours.ts';

const day = { from: 9 * 60, until: 21 * 60 };
/** Monday to Friday from nine to nine in Moscow, three hours ahead of UTC. */
const WEEK: SupportHours = { timeZone: 'Europe/Moscow', days: [day, day, day, day, day, null, null] };
const at = (text: string) => Date.parse(text);
const FRIDAY_EVENING = at('2026-11-20T17:30:00Z');
const MONDAY_MORNING = at('2026-11-23T06:00:00Z');

test('support is open within its hours, and its next opening is known', () => {
  expect(isOpenAt(WEEK, FRIDAY_EVENING)).toBe(true);
  expect(isOpenAt(WEEK, at('2026-11-20T18:00:00Z'))).toBe(false);
  expect(isOpenAt(WEEK, MONDAY_MORNING - 1)).toBe(false);
  expect(isOpenAt(WEEK, MONDAY_MORNING)).toBe(true);
  expect(opensAt(WEEK, at('2026-11-21T12:00:00Z'))).toBe(MONDAY_MORNING);
  expect(opensAt(WEEK, FRIDAY_EVENING)).toBe(FRIDAY_EVENING);
  expect(opensAt({ ...WEEK, days: WEEK.days.map(() => null) }, FRIDAY_EVENING)).toBeNull();
});

test('a promise counts only support hours: a question late on Friday is due on Monday', () => {
  expect(dueAfter(WEEK, FRIDAY_EVENING, HOUR_MS)).toBe(MONDAY_MORNING + 30 * MINUTE_MS);
  expect(dueAfter(WEEK, MONDAY_MORNING, HOUR_MS)).toBe(MONDAY_MORNING + HOUR_MS);
  expect(openMsBetween(WEEK, FRIDAY_EVENING, MONDAY_MORNING + 10 * MINUTE_MS)).toBe(40 * MINUTE_MS);
  expect(openMsBetween(WEEK, FRIDAY_EVENING, FRIDAY_EVENING + MINUTE_MS)).toBe(MINUTE_MS);
});

test('a time of day is parsed up to 24:00', () => {
  expect(['00:00', '09:30', '24:00'].map(minuteOf)).toEqual([0, 570, 1440]);
  for (const wrong of ['24:01', '9:30', '12:60', '', '25:00']) expect(minuteOf(wrong)).toBeUndefined();
});
