import { expect, test } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { judgeTreasuryChange } from './treasury-change.ts';

const DOLLARS = { scale: 2, usd: fraction(1n, 1n), limitUsd: 10_000n };

test.each([
  { before: 100_000n, delta: 50_000n, after: 150_000n, percent: '50', needsSecondPerson: false },
  { before: 100_000n, delta: 50_001n, after: 150_001n, percent: '50', needsSecondPerson: true },
  { before: 100_000n, delta: -33_333n, after: 66_667n, percent: '-33.33', needsSecondPerson: false },
  { before: 100_000n, delta: -60_000n, after: 40_000n, percent: '-60', needsSecondPerson: true },
  { before: 0n, delta: 1_000_000n, after: 1_000_000n, percent: null, needsSecondPerson: false },
  { before: 0n, delta: 1_000_001n, after: 1_000_001n, percent: null, needsSecondPerson: true },
  { before: 10_000_000n, delta: 1_000_001n, after: 11_000_001n, percent: '10', needsSecondPerson: true },
  { before: -100n, delta: 60n, after: -40n, percent: '60', needsSecondPerson: true },
])('from $before by $delta', ({ before, delta, ...expected }) => {
  expect(judgeTreasuryChange(before, delta, DOLLARS)).toEqual({ before, ...expected });
});

test('an amount without a price needs two people', () => {
  expect(judgeTreasuryChange(100_000n, 1n, { ...DOLLARS, usd: undefined }).needsSecondPerson).toBe(true);
});

test('postings of one person in parts are judged together', () => {
  const needs = (before: bigint, delta: bigint, net: bigint, gross = net) =>
    judgeTreasuryChange(before, delta, DOLLARS, { net, gross }).needsSecondPerson;
  expect(needs(140_000n, 10_000n, 40_000n)).toBe(false);
  expect(needs(140_000n, 10_001n, 40_000n)).toBe(true);
  expect(needs(20_000_000n, 500_000n, 500_000n)).toBe(false);
  expect(needs(20_000_000n, 500_001n, 500_000n)).toBe(true);
  // Opposite postings count with their absolute amounts
  expect(needs(20_000_000n, -400_000n, 0n, 800_000n)).toBe(true);
});
