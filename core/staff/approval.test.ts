import { expect, test } from 'vitest';
import { APPROVAL_KIND_NAMES, approvalTitle, isAboveUsd, mayDecide } from './approval.ts';
import { fraction } from '#core/money/fraction.ts';

test.each([
  { amount: 9_000_000n, above: false },
  { amount: 9_000_001n, above: true },
  { amount: -9_000_001n, above: true },
])('$amount kopecks at 90 roubles for a dollar', ({ amount, above }) => {
  expect(isAboveUsd(amount, 2, { usd: fraction(1n, 90n), limitUsd: 1_000n })).toBe(above);
});

test('an amount without a price is above every limit', () => {
  expect(isAboveUsd(1n, 18, { usd: undefined, limitUsd: 1_000n })).toBe(true);
});

test.each(APPROVAL_KIND_NAMES)('%s is decided only by its roles and the owner', (kind) => {
  expect(mayDecide('owner', kind)).toBe(true);
  expect(mayDecide('customer', kind)).toBe(false);
  expect(mayDecide('auditor', kind)).toBe(false);
});

test.each([
  ['pay_out', { purpose: 'payout', subject_kind: 'order' }, 'pay_out'],
  ['pay_out', { purpose: 'refund', subject_kind: 'order' }, 'pay_out_refund'],
  ['pay_out', { purpose: 'surplus', subject_kind: 'order' }, 'pay_out_surplus'],
  ['pay_out', { purpose: 'payout', subject_kind: 'withdrawal' }, 'pay_out_withdrawal'],
  ['end_payout', { purpose: 'refund' }, 'end_payout_refund'],
  ['end_payout', { purpose: 'payout', subject_kind: 'withdrawal' }, 'end_payout_withdrawal'],
  ['end_payout', {}, 'end_payout'],
  ['return_surplus', { purpose: 'refund' }, 'return_surplus'],
  ['pay_out', { purpose: 'an unknown purpose' }, 'pay_out'],
] as const)('%s of %j is called %s', (kind, payload, title) => {
  expect(approvalTitle(kind, payload)).toBe(title);
});
