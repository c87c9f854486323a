import { expect, test } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { MINUTE_MS } from '#core/time.ts';
import { bindsAfterVerification } from './extension.ts';

const order = { rateType: 'fixed', createdAt: 0, quote: { referenceRate: fraction(100n, 1n) } } as const;
const at = (minutes: number, perUnit: bigint | undefined) => ({
  now: minutes * MINUTE_MS,
  market: perUnit === undefined ? undefined : fraction(perUnit, 10n),
});

test('an agreed rate binds for the window of the verification, and later only while the market stands by it', () => {
  expect(bindsAfterVerification(order, at(15, 900n))).toBe(true);
  expect(bindsAfterVerification(order, at(16, 996n))).toBe(true);
  expect(bindsAfterVerification(order, at(16, 1_200n))).toBe(true);
  expect(bindsAfterVerification(order, at(16, 994n))).toBe(false);
  expect(bindsAfterVerification(order, at(16, undefined))).toBe(false);
  expect(bindsAfterVerification({ ...order, rateType: 'floating' }, at(59, 500n))).toBe(true);
});
