import { expect, it } from 'vitest';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { differenceOf } from './difference-of.ts';
import { moneyState } from './money-state.ts';

const order = { received_amount: '100', surplus_returned_amount: null, taken_back_amount: null } as const;

it('speaks of what is still to come only while it is', () => {
  const empty = { ...order, received_amount: '0.00' };
  expect([
    moneyState({ ...empty, status: 'awaiting_payment' }).isAwaited,
    moneyState({ ...order, status: 'awaiting_payment' }).isAwaited,
  ]).toEqual([true, false]);
  expect([moneyState({ ...empty, status: 'expired' }).isAwaited, moneyState({ ...empty, status: 'expired' }).nothingKey]).toEqual([
    false,
    'never_came',
  ]);
});

it('says of a refund and of an end what they are, and of everything else that it pays', () => {
  const outcomes = Object.groupBy(ORDER_STATUSES, (status) => moneyState({ ...order, status }).outcome);
  expect(outcomes).toMatchObject({
    paid: ['completed'],
    refunds: ['refund_pending'],
    refunded: ['refunded'],
    unpaid: ['expired', 'cancelled', 'payment_failed', 'rejected'],
  });
});

it('counts no surplus that is back with its customer', () => {
  const { returned: gone } = moneyState({ ...order, received_amount: '140', surplus_returned_amount: '40', status: 'completed' });
  expect([differenceOf('100', '140', gone)?.amount, differenceOf('100', '140', [])?.amount]).toEqual(['0', '+40']);
});
