import { expect, test } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { MINUTE_MS } from '#core/time.ts';
import { isRateBindingAfterVerification } from './extension.ts';

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
