import { expect, it } from 'vitest';
import type { Order } from '#web/order/order.ts';
import { shortWordsOf } from './words-of.ts';

const withdrawal = (given: Partial<Order>, heldUntil: string | null = null): Order =>
  ({ paid_by_people: false, withdrawal: { held_until: heldUntil }, ...given }) as Order;

it('calls no withdrawal sent that a person has yet to pay, in its history and in the list', () => {
  const machine = withdrawal({ status: 'payout_sent' });
  const people = withdrawal({ status: 'payout_sent', paid_by_people: true });
  expect(shortWordsOf(machine, 'payout_sent')).toBe('own.withdrawal.payout_sent');
  expect([shortWordsOf(people, 'payout_sent'), shortWordsOf(people, 'payout_pending')]).toEqual([
    'own.withdrawal.with_people',
    'own.withdrawal.payout_pending',
  ]);
});

it('tells only the state in which a withdrawal is held as held', () => {
  const held = withdrawal({ status: 'payout_pending' }, '2026-11-24T00:00:00Z');
  expect(shortWordsOf(held, 'payout_pending')).toBe('own.withdrawal.held');
  expect(shortWordsOf(held, 'awaiting_confirmation')).toBe('own.withdrawal.awaiting_confirmation');
  const left = withdrawal({ status: 'payout_sent' }, '2026-11-24T00:00:00Z');
  expect([shortWordsOf(left, 'payout_pending'), shortWordsOf(left, 'payout_sent')]).toEqual([
    'own.withdrawal.payout_pending',
    'own.withdrawal.payout_sent',
  ]);
});
