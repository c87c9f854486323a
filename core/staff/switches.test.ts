import { expect, test } from 'vitest';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { shopBreak, inForce, nextChange, switchPausingPayouts, type Switch, switchedDirection, switchedSystem } from './switches.ts';

const off = (change: Partial<Switch>): Switch => ({
  id: 'one',
  kind: 'shop',
  subject: null,
  side: 'both',
  reason: 'maintenance',
  text: null,
  from: 100,
  until: null,
  ...change,
});

test.each([
  [99, false],
  [100, true],
  [199, true],
  [200, false],
])('a scheduled switch is in force from its start until its end: %i', (now, isOff) => {
  expect(inForce([off({ until: 200 })], now)).toHaveLength(isOff ? 1 : 0);
});

test('the next change is the nearest future moment; without an end there is none', () => {
  expect(nextChange([off({ until: 300 }), off({ from: 250 })], 150)).toBe(250);
  expect(nextChange([off({ from: 250, until: 300 })], 250)).toBe(300);
  expect(nextChange([off({})], 150)).toBeNull();
});

test('of two breaks the longer one is shown; one without an end is longest', () => {
  expect(shopBreak([off({ until: 200 }), off({ until: 300, reason: 'provider' })])?.reason).toBe('provider');
  expect(shopBreak([off({ until: null, reason: 'check' }), off({ until: 300 })])?.until).toBeNull();
  expect(shopBreak([off({ kind: 'payouts' })])).toBeNull();
});

const system = makePaymentSystem({ code: 'A', rail: 'r' });

test.each([
  [{ kind: 'system', subject: 'A', side: 'receive' }, false, true],
  [{ kind: 'system', subject: 'A', side: 'pay' }, true, false],
  [{ kind: 'system', subject: 'A', side: 'both' }, false, false],
  [{ kind: 'rail', subject: 'r', side: 'both' }, false, false],
  [{ kind: 'rail', subject: 'r', side: 'pay' }, true, false],
  [{ kind: 'system', subject: 'B', side: 'both' }, true, true],
  [{ kind: 'payouts_of_system', subject: 'A', side: 'both' }, true, true],
] as const)('%o closes its halves of a system and no other', (change, income, outcome) => {
  const { incomeEnabled, outcomeEnabled } = switchedSystem([off(change)], system);
  expect([incomeEnabled, outcomeEnabled]).toEqual([income, outcome]);
});

test('an open system stays the same object, so that its prices stay valid', () => {
  const direction = makeDirection({ incomeCode: 'A', outcomeCode: 'B' });
  expect(switchedSystem([off({ kind: 'system', subject: 'B' })], system)).toBe(system);
  expect(switchedDirection([off({ kind: 'direction', subject: 'B>A' })], direction)).toBe(direction);
  expect(switchedDirection([off({ kind: 'direction', subject: 'A>B' })], direction).enabled).toBe(false);
});

test.each([
  [{ kind: 'payouts' }, true],
  [{ kind: 'payouts_of_rail', subject: 'r' }, true],
  [{ kind: 'payouts_of_rail', subject: 's' }, false],
  [{ kind: 'payouts_of_system', subject: 'A' }, true],
  [{ kind: 'payouts_of_system', subject: 'B' }, false],
  [{ kind: 'shop' }, false],
  [{ kind: 'system', subject: 'A' }, false],
] as const)('%o pauses payouts: a closed shop still pays what it owes', (change, isPaused) => {
  expect(switchPausingPayouts([off(change)], { code: 'A', rail: 'r' }) !== null).toBe(isPaused);
});
