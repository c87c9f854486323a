import { expect, it } from 'vitest';
import type { SlotKind } from '#core/slots/slot.ts';
import { makeDirection } from '#tests/make/catalogue.ts';
import { type MeasuredTimes, promisedMinutesOf } from './payout-time.ts';

const direction = makeDirection({ incomeCode: 'A', outcomeCode: 'B', etaMinutes: 15 });
const express = { kind: 'express', etaMinutes: 2 } as const;
const ordinary = { kind: 'custom', etaMinutes: 40 } as const;
/** The measured 90th percentile; the median is half of it. */
const measured = (minutes: Partial<Record<SlotKind, number>>): MeasuredTimes => ({
  of: ({ kind }) => (minutes[kind] ?? 0) / 2 || null,
  slowOf: ({ kind }) => minutes[kind] ?? null,
});

it('promises the measured 90th percentile if there is one, else the configured minutes', () => {
  expect([promisedMinutesOf(measured({}), direction), promisedMinutesOf(measured({}), direction, express)]).toEqual([15, 2]);
  expect([promisedMinutesOf(measured({ custom: 9 }), direction), promisedMinutesOf(measured({ express: 3 }), direction, express)]).toEqual([
    9, 3,
  ]);
});

it('promises the same minutes for the ordinary slot as for its direction', () => {
  expect(promisedMinutesOf(measured({}), direction, ordinary)).toBe(promisedMinutesOf(measured({}), direction));
  expect(promisedMinutesOf(measured({ custom: 9 }), direction, ordinary)).toBe(9);
});
