import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareForDisplay,
  compareSlots,
  distanceTo,
  firstSlot,
  fittingSlot,
  isOrdinary,
  nextBestSlot,
  slotServes,
  nearestSlots,
  type Slot,
} from './slot.ts';

const slot = (id: string, given: Partial<Slot>): Slot => ({
  id,
  incomeCode: 'USDTTRC20',
  outcomeCode: 'SBERRUB',
  kind: 'custom',
  outcomeAmount: null,
  minOutcomeAmount: null,
  maxOutcomeAmount: null,
  premiumPpm: 0,
  etaMinutes: 10,
  createdAt: 0,
  ...given,
});
const express = (id: string, outcomeAmount: bigint, given: Partial<Slot> = {}) =>
  slot(id, { kind: 'express', outcomeAmount, etaMinutes: 2, ...given });
const accelerated = (id: string, min: bigint, max: bigint) =>
  slot(id, { kind: 'accelerated', minOutcomeAmount: min, maxOutcomeAmount: max, etaMinutes: 5 });

describe('slots', () => {
  it('serve one amount, a range, or anything, by kind', () => {
    expect([99n, 100n, 101n].map((amount) => slotServes(express('e', 100n), amount))).toEqual([false, true, false]);
    expect([9n, 10n, 20n, 21n].map((amount) => slotServes(accelerated('a', 10n, 20n), amount))).toEqual([false, true, true, false]);
    expect(slotServes(slot('c', {}), 10n ** 30n)).toBe(true);
  });

  it('are ordinary without an amount of their own and without a surcharge', () => {
    const ordinary = [slot('c', {}), slot('range', { minOutcomeAmount: 1n, maxOutcomeAmount: 9n })];
    const ready = [slot('dear', { premiumPpm: 1 }), slot('exact', { outcomeAmount: 5n }), express('e', 5n), accelerated('a', 1n, 9n)];
    expect(ordinary.filter(isOrdinary)).toEqual(ordinary);
    expect(ready.filter(isOrdinary)).toEqual([]);
  });

  it('have the distance of the amount from what they serve', () => {
    expect([90n, 100n, 130n].map((amount) => distanceTo(express('e', 100n), amount))).toEqual([10n, 0n, 30n]);
    expect([9n, 15n, 25n].map((amount) => distanceTo(accelerated('a', 10n, 20n), amount))).toEqual([1n, 0n, 5n]);
    expect(distanceTo(slot('c', {}), 7n)).toBe(0n);
  });

  it('are sorted best first: kind, time, premium, age, name', () => {
    const ordered = [
      express('slow', 1n, { etaMinutes: 3 }),
      express('dear', 1n, { premiumPpm: 5 }),
      express('young', 1n, { createdAt: 9 }),
      express('b', 1n),
      express('a', 1n),
      accelerated('acc', 1n, 2n),
      slot('custom', {}),
    ];
    expect(ordered.toSorted(compareSlots).map((one) => one.id)).toEqual(['a', 'b', 'young', 'dear', 'slow', 'acc', 'custom']);
    expect(firstSlot(ordered)?.id).toBe('a');
    expect(firstSlot([])).toBeUndefined();
    expect(compareSlots(express('a', 1n), express('a', 1n))).toBe(0);
  });

  it('give the nearest other one in place of one that is taken', () => {
    const slots = [express('gone', 100n), express('near', 120n), express('far', 500n)];
    expect(nextBestSlot(slots, { slotId: 'gone', outcomeAmount: 100n })?.id).toBe('near');
    expect(nextBestSlot([express('gone', 100n)], { slotId: 'gone', outcomeAmount: 100n })).toBeUndefined();
    expect(nearestSlots(slots, 400n, 2).map((one) => one.id)).toEqual(['far', 'near']);
  });

  it('are displayed by kind and amount', () => {
    const slots = [slot('custom', {}), express('big', 500n), accelerated('acc', 1n, 9n), express('small', 100n, { etaMinutes: 9 })];
    expect(slots.toSorted(compareForDisplay).map((one) => one.id)).toEqual(['small', 'big', 'acc', 'custom']);
  });

  it('are chosen for an amount: the exact one, else the preferred one, else one without a surcharge', () => {
    const slots = [
      express('e', 100n, { premiumPpm: 30 }),
      slot('a', { kind: 'accelerated', minOutcomeAmount: 50n, maxOutcomeAmount: 200n, premiumPpm: 15 }),
      slot('c', {}),
    ];
    const fit = (outcome: bigint, preferredId: string | null = null) => fittingSlot(slots, { outcomeAt: () => outcome, preferredId })?.id;
    expect([fit(100n), fit(100n, 'a'), fit(150n), fit(150n, 'a'), fit(300n, 'a'), fit(300n, 'nosuch')]).toEqual([
      'e',
      'e',
      'c',
      'a',
      'c',
      'c',
    ]);
    expect(fittingSlot(slots.slice(0, 2), { outcomeAt: () => 150n, preferredId: null })).toBeUndefined();
    expect(fittingSlot(slots, { outcomeAt: () => undefined, preferredId: 'c' })).toBeUndefined();
    expect(fittingSlot([], { outcomeAt: () => 1n, preferredId: null })).toBeUndefined();
  });

  it('that serve the amount are sorted before all others', () => {
    const anySlot = fc.oneof(
      fc.record({ id: fc.uuid(), amount: fc.bigInt({ min: 1n, max: 50n }) }).map(({ id, amount }) => express(id, amount)),
      fc
        .record({ id: fc.uuid(), low: fc.bigInt({ min: 1n, max: 25n }), high: fc.bigInt({ min: 25n, max: 50n }) })
        .map(({ id, low, high }) => accelerated(id, low, high)),
    );
    fc.assert(
      fc.property(fc.array(anySlot), fc.bigInt({ min: 1n, max: 50n }), (slots, amount) => {
        const served = nearestSlots(slots, amount, slots.length).map((one) => slotServes(one, amount));
        expect(served).toEqual(served.toSorted((a, b) => Number(b) - Number(a)));
      }),
    );
  });
});
