import { expect, test } from 'vitest';
import { APPROVAL_KIND_NAMES, isAboveUsd, mayDecide } from './approval.ts';
import { fraction } from './money/fraction.ts';

test.each([
  { amount: 9_000_000n, above: false },
  { amount: 9_000_001n, above: true },
  { amount: -9_000_001n, above: true },
])('$amount kopecks at 90 roubles for a dollar', ({ amount, above }) => {
  expect(isAboveUsd(amount, 2, { usd: fraction(1n, 90n), limitUsd: 1_000n })).toBe(above);
});

test('what has no price is above every limit', () => {
  expect(isAboveUsd(1n, 18, { usd: undefined, limitUsd: 1_000n })).toBe(true);
});

test.each(APPROVAL_KIND_NAMES)('%s is decided by its roles and the owner, by nobody else', (kind) => {
  expect(mayDecide('owner', kind)).toBe(true);
  expect(mayDecide('customer', kind)).toBe(false);
  expect(mayDecide('auditor', kind)).toBe(false);
});
