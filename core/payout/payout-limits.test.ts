import { expect, test } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import {
  approvalsNeeded,
  type Caps,
  exceededCap,
  capsOf,
  DEFAULT_PAYOUT_LIMITS,
  firstLimitUsd,
  isTighter,
  tightenedEverywhere,
  type WalletOutflows,
  worthUsd,
} from './payout-limits.ts';

const usd = fraction(1n, 90n);
const worth = (roubles: bigint) => worthUsd(roubles * 100n, 2, usd);

test.each([
  [90_000n, 0],
  [90_001n, 1],
  [900_000n, 1],
  [900_001n, 2],
])('%i roubles at 90 need %i people', (roubles, people) => {
  expect(approvalsNeeded(DEFAULT_PAYOUT_LIMITS, 'SBERRUB', worth(roubles))).toBe(people);
});

test('a payment system may have its own limits, and an unpriced payout needs two approvals', () => {
  const limits = { ...DEFAULT_PAYOUT_LIMITS, systems: { QIWI: { firstUsd: 10, secondUsd: 20 } } };
  expect(approvalsNeeded(limits, 'QIWI', worth(1_000n))).toBe(1);
  expect(approvalsNeeded(limits, 'SBERRUB', worth(1_000n))).toBe(0);
  expect(approvalsNeeded(limits, 'SBERRUB', undefined)).toBe(2);
  expect([firstLimitUsd(limits, 'QIWI'), firstLimitUsd(limits, 'SBERRUB')]).toEqual([10n, 1_000n]);
});

const NOTHING = { amount: 0n, count: 0 };
const SPENT: WalletOutflows = {
  hour: { amount: 900n, count: 3 },
  day: { amount: 5_000n, count: 9 },
  destination: NOTHING,
  balance: 5_000n,
  isReleased: false,
};
const free: Caps = DEFAULT_PAYOUT_LIMITS.caps;

test.each([
  [{ hourUsd: 10 }, 100n, null],
  [{ hourUsd: 10 }, 101n, 'hour_usd'],
  [{ hourCount: 4 }, 1n, null],
  [{ hourCount: 3 }, 1n, 'hour_count'],
  [{ dayUsd: 51 }, 101n, 'day_usd'],
  [{ dayCount: 9 }, 1n, 'day_count'],
  [{ destinationDayUsd: 1 }, 101n, 'destination_usd'],
  [{ destinationDayCount: 0 }, 1n, 'destination_count'],
  [{ floatDayPercent: 60 }, 1_000n, null],
  [{ floatDayPercent: 60 }, 1_001n, 'float'],
  [{}, 1_000_000n, null],
] as const)('with %o a payout of %i breaks %s', (change, amount, name) => {
  expect(exceededCap({ ...free, ...change }, { amount, scale: 2, usd: fraction(1n, 1n) }, SPENT)).toBe(name);
});

test('a wallet has its own caps or the shop’s; without caps nothing is counted', () => {
  expect(capsOf(DEFAULT_PAYOUT_LIMITS, 'W')).toBeUndefined();
  const limits = { ...DEFAULT_PAYOUT_LIMITS, caps: { ...free, dayUsd: 5 }, wallets: { W: free, V: { ...free, hourCount: 1 } } };
  expect(capsOf(limits, 'U')?.dayUsd).toBe(5);
  expect(capsOf(limits, 'W')).toBeUndefined();
  expect(capsOf(limits, 'V')).toMatchObject({ dayUsd: null, hourCount: 1 });
});

const CAPPED = { ...DEFAULT_PAYOUT_LIMITS, caps: { ...free, dayUsd: 100 }, systems: { QIWI: { firstUsd: 10, secondUsd: 20 } } };

test.each([
  ['no change', CAPPED, true],
  ['a lower limit', { ...CAPPED, firstUsd: 900 }, true],
  ['a higher limit', { ...CAPPED, secondUsd: 10_001 }, false],
  ['a lower cap', { ...CAPPED, caps: { ...free, dayUsd: 99 } }, true],
  ['a new cap', { ...CAPPED, caps: { ...CAPPED.caps, hourCount: 5 } }, true],
  ['a removed cap', { ...CAPPED, caps: free }, false],
  ['a wallet with fewer caps than the shop', { ...CAPPED, wallets: { W: free } }, false],
  ['a wallet with a copy of the shop’s caps, which ignores later ones', { ...CAPPED, wallets: { W: CAPPED.caps } }, false],
  [
    'a system with a copy of the shop’s limits',
    { ...CAPPED, systems: { ...CAPPED.systems, BTC: { firstUsd: 1_000, secondUsd: 10_000 } } },
    false,
  ],
  ['a system with a lower limit', { ...CAPPED, systems: { ...CAPPED.systems, BTC: { firstUsd: 500, secondUsd: 10_000 } } }, true],
  ['a wallet with an additional cap', { ...CAPPED, wallets: { W: { ...CAPPED.caps, dayCount: 1 } } }, true],
  ['a system that loses its own low limit', { ...CAPPED, systems: {} }, false],
  ['a higher treasury limit', { ...CAPPED, treasuryUsd: 10_001 }, false],
])('%s tightens or not', (_name, after, expected) => {
  expect(isTighter(after, CAPPED)).toBe(expected);
});

test('the first payout after a release by two people may exceed the cap; the next one counts', () => {
  const caps: Caps = { ...DEFAULT_PAYOUT_LIMITS.caps, dayUsd: 500 };
  const payout = { amount: 90_000n, scale: 2, usd: fraction(1n, 1n) };
  const nothing = { amount: 0n, count: 0 };
  const first: WalletOutflows = { hour: nothing, day: nothing, destination: nothing, balance: 500_000n, isReleased: true };
  expect(exceededCap(caps, payout, { ...first, isReleased: false })).toBe('day_usd');
  expect(exceededCap(caps, payout, first)).toBeNull();
  expect(exceededCap(caps, payout, { ...first, day: { amount: 1n, count: 1 } })).toBe('day_usd');
});

test('figures lowered for the shop are lowered in own entries, and nothing else', () => {
  const before = {
    ...DEFAULT_PAYOUT_LIMITS,
    caps: { ...free, dayUsd: 1_000, hourCount: 9 },
    systems: { BTC: { firstUsd: 5_000, secondUsd: 20_000 }, QIWI: { firstUsd: 10, secondUsd: 9_000 } },
    wallets: { W: { ...free, dayUsd: 5_000, hourCount: 50 }, V: free },
  };
  const after = { ...before, secondUsd: 4_000, caps: { ...before.caps, dayUsd: 100 } };
  expect(tightenedEverywhere(after, before)).toMatchObject({
    firstUsd: 1_000,
    systems: { BTC: { firstUsd: 4_000, secondUsd: 4_000 }, QIWI: { firstUsd: 10, secondUsd: 4_000 } },
    wallets: { W: { dayUsd: 100, hourCount: 50 }, V: { ...free, dayUsd: 100 } },
  });
  expect(tightenedEverywhere(before, before)).toEqual(before);
});
