import { expect, test } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import { BOOKS_GRACE_MS, compareBooks, type OwnMovement } from './compare-books.ts';

const NOW = 1_800_000_000_000;
const WINDOW = { since: NOW - 24 * HOUR_MS, now: NOW };
const line = (change: Partial<OwnMovement> = {}): OwnMovement => ({
  direction: 'in',
  reference: 'a',
  paymentSystemCode: 'BTC',
  wallet: 'BTC',
  amount: 10n,
  at: NOW - HOUR_MS,
  isFinal: true,
  state: 'final',
  ...change,
});

test('equal ledgers have no differences, in any order', () => {
  const lines = [line(), line({ reference: 'b' }), line({ direction: 'out' })];
  expect(compareBooks(lines, lines.toReversed(), WINDOW)).toEqual([]);
});

test('a movement that only one side has is named, with the state on the other side', () => {
  expect(compareBooks([line()], [], WINDOW)).toMatchObject([{ kind: 'only_books', reference: 'a', other: null }]);
  expect(compareBooks([], [line()], WINDOW)).toMatchObject([{ kind: 'only_provider', other: null }]);
  expect(compareBooks([line({ isFinal: false, state: 'failed' })], [line()], WINDOW)).toMatchObject([
    { kind: 'only_provider', other: 'failed' },
  ]);
  expect(compareBooks([line({ direction: 'out' })], [line()], WINDOW)).toHaveLength(2);
});

test('another amount or another system is a difference', () => {
  expect(compareBooks([line({ amount: 11n })], [line()], WINDOW)).toMatchObject([{ kind: 'differs', amount: 10n, other: '11 BTC' }]);
  expect(compareBooks([line({ paymentSystemCode: 'ETH', wallet: 'ETH' })], [line()], WINDOW)).toMatchObject([
    { kind: 'differs', other: '10 ETH' },
  ]);
});

test('a young movement may still arrive, and one older than the window is matched but not reported', () => {
  const young = line({ at: NOW - BOOKS_GRACE_MS + 1 });
  expect(compareBooks([young], [], WINDOW)).toEqual([]);
  expect(compareBooks([], [young], WINDOW)).toEqual([]);
  const old = line({ at: WINDOW.since - 1 });
  expect(compareBooks([old], [line()], WINDOW)).toEqual([]);
  expect(compareBooks([old], [], WINDOW)).toEqual([]);
});

test('payment systems of one wallet are one account: another code is no difference, another wallet is', () => {
  const providerLine = (wallet: string) => line({ paymentSystemCode: 'SBPRUB', wallet });
  const own = line({ paymentSystemCode: 'SBERRUB', wallet: 'bank' });
  expect(compareBooks([own], [providerLine('bank')], WINDOW)).toEqual([]);
  expect(compareBooks([own], [providerLine('other bank')], WINDOW)).toMatchObject([{ kind: 'differs', other: '10 SBERRUB' }]);
  // A payment system that moved to another wallet is still the same line
  expect(compareBooks([line({ wallet: 'old' })], [line({ wallet: 'new' })], WINDOW)).toEqual([]);
});
