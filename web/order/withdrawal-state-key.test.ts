import { expect, it } from 'vitest';
import type { Order } from '#web/order/order.ts';
import { shortStateKeyOf } from '#web/order/withdrawal-state-key.ts';

const withdrawal = (fields: Partial<Order>, heldUntil: string | null = null): Order =>
  ({ paid_by_people: false, withdrawal: { held_until: heldUntil }, ...fields }) as Order;

it('does not name a withdrawal sent that an operator has yet to pay, in its history and in the list', () => {
  const paidByRail = withdrawal({ status: 'payout_sent' });
  const paidByOperator = withdrawal({ status: 'payout_sent', paid_by_people: true });
  expect(shortStateKeyOf(paidByRail, 'payout_sent')).toBe('own.withdrawal.payout_sent');
  expect([shortStateKeyOf(paidByOperator, 'payout_sent'), shortStateKeyOf(paidByOperator, 'payout_pending')]).toEqual([
    'own.withdrawal.with_people',
    'own.withdrawal.payout_pending',
  ]);
});

it('names only the current held state as held', () => {
  const held = withdrawal({ status: 'payout_pending' }, '2026-11-24T00:00:00Z');
  expect(shortStateKeyOf(held, 'payout_pending')).toBe('own.withdrawal.held');
  expect(shortStateKeyOf(held, 'awaiting_confirmation')).toBe('own.withdrawal.awaiting_confirmation');
  const left = withdrawal({ status: 'payout_sent' }, '2026-11-24T00:00:00Z');
  expect([shortStateKeyOf(left, 'payout_pending'), shortStateKeyOf(left, 'payout_sent')]).toEqual([
    'own.withdrawal.payout_pending',
    'own.withdrawal.payout_sent',
  ]);
});
