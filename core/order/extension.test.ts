import { expect, test } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { makeOrder, NOW } from '#tests/make/order.ts';
import { extendedUntil, isExtendable, isRateBindingAfterVerification, rateNeedsSecondPerson } from './extension.ts';

test('time is added to what is left, at most a day, and from now for an expired order', () => {
  expect(extendedUntil({ expiresAt: NOW + 5 * MINUTE_MS }, 15, NOW)).toBe(NOW + 20 * MINUTE_MS);
  expect(extendedUntil({ expiresAt: NOW - HOUR_MS }, 15, NOW)).toBe(NOW + 15 * MINUTE_MS);
  expect(extendedUntil({ expiresAt: NOW + 20 * HOUR_MS }, 300, NOW)).toBeNull();
});

test('only orders that wait for unseen money can be extended', () => {
  expect(isExtendable(makeOrder('awaiting_payment'))).toBe(true);
  expect(isExtendable(makeOrder('payment_claimed'))).toBe(true);
  expect(isExtendable(makeOrder('awaiting_payment', { receivedAmount: 1n }))).toBe(false);
  for (const status of ['requote', 'moderation', 'payment_detected', 'expired', 'completed'] as const)
    expect(isExtendable(makeOrder(status)), status).toBe(false);
});

test('an old rate is extended by one person while the market is stable, by two when it has moved or is unknown', () => {
  const agreed = { num: 91n, den: 1n };
  expect(rateNeedsSecondPerson(agreed, { num: 91n, den: 1n })).toBe(false);
  expect(rateNeedsSecondPerson(agreed, { num: 120n, den: 1n })).toBe(false);
  expect(rateNeedsSecondPerson(agreed, { num: 9_055n, den: 100n })).toBe(false);
  expect(rateNeedsSecondPerson(agreed, { num: 9_054n, den: 100n })).toBe(true);
  expect(rateNeedsSecondPerson(agreed, undefined)).toBe(true);
});

const order = { rateType: 'fixed', createdAt: 0, quote: { referenceRate: fraction(100n, 1n) } } as const;
const at = (minutes: number, perUnit: bigint | undefined) => ({
  now: minutes * MINUTE_MS,
  market: perUnit === undefined ? undefined : fraction(perUnit, 10n),
});

test('an agreed rate binds within the verification window, and later only while the market has not moved against us', () => {
  expect(isRateBindingAfterVerification(order, at(15, 900n))).toBe(true);
  expect(isRateBindingAfterVerification(order, at(16, 996n))).toBe(true);
  expect(isRateBindingAfterVerification(order, at(16, 1_200n))).toBe(true);
  expect(isRateBindingAfterVerification(order, at(16, 994n))).toBe(false);
  expect(isRateBindingAfterVerification(order, at(16, undefined))).toBe(false);
  expect(isRateBindingAfterVerification({ ...order, rateType: 'floating' }, at(59, 500n))).toBe(true);
});
