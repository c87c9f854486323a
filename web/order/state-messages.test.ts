import { expect, it } from 'vitest';
import type { RequoteFact } from '#core/order/requote-options.ts';
import type { Order } from './order.ts';
import { hasReversedPayment, requoteFact, stateMessages, tabTitleOf, timelineMessage } from './state-messages.ts';

const order = (fields: Partial<Order>): Order =>
  ({
    destination_request: null,
    ending: null,
    payout_look_why: null,
    paid_by_people: false,
    are_requisites_taken: false,
    requote: null,
    timeline: [],
    ...fields,
  }) as Order;

it('a payout that an operator makes is not shown as sent before it is', () => {
  const paidByRail = order({ status: 'payout_sent' });
  const paidByOperator = order({ status: 'payout_sent', paid_by_people: true });
  expect(stateMessages(paidByRail, null).title).toBe('status.payout_sent.title');
  expect(stateMessages(paidByOperator, null)).toEqual({ title: 'order.with_people.title', next: 'order.with_people.next' });
  expect([
    timelineMessage(paidByRail, 'payout_sent'),
    timelineMessage(paidByOperator, 'payout_sent'),
    timelineMessage(paidByOperator, 'completed'),
  ]).toEqual(['status.payout_sent.short', 'order.with_people.short', 'status.completed.short']);
});

it('a payout under review promises no minutes', () => {
  const pending = order({ status: 'payout_pending' });
  const checked = order({ status: 'payout_pending', payout_look_why: 'check' });
  const large = order({ status: 'payout_pending', payout_look_why: 'amount' });
  expect([stateMessages(pending, null).next, tabTitleOf(pending)]).toEqual(['status.payout_pending.next', 'status.payout_pending.title']);
  expect(stateMessages(checked, null)).toEqual({ title: 'order.payout_look.title', next: 'order.payout_look.next_check' });
  expect(stateMessages(large, null)).toEqual({ title: 'order.payout_look.title', next: 'order.payout_look.next_amount' });
  expect(tabTitleOf(checked)).toBe('order.payout_look.title');
});

it('while all requisites are taken no seconds are promised', () => {
  expect(stateMessages(order({ status: 'awaiting_requisites' }), null).next).toBe('status.awaiting_requisites.next');
  expect(stateMessages(order({ status: 'awaiting_requisites', are_requisites_taken: true }), null).next).toBe('order.taken.next');
});

it('a customer who returned from the provider’s page is not asked to pay again', () => {
  const waiting = order({ status: 'awaiting_payment' });
  expect(stateMessages(waiting, 'not_opened').next).toBe('order.next_elsewhere');
  expect(stateMessages(waiting, 'returned')).toEqual({ title: 'order.came_back.title', next: 'order.came_back.next' });
  expect(stateMessages(order({ status: 'completed' }), 'returned').title).toBe('status.completed.title');
});

it('a reversed payment has its own message', () => {
  const after = (...statuses: Order['status'][]) =>
    order({
      status: 'moderation',
      timeline: [...statuses, 'moderation' as const].map((status) => ({ status, at: '2026-11-23T12:00:00Z' })),
    });
  const reversed = after('awaiting_payment', 'payment_detected', 'paid', 'payout_pending');
  expect(stateMessages(reversed, null)).toEqual({ title: 'order.taken_back.title', next: 'order.taken_back.next' });
  expect(tabTitleOf(reversed)).toBe('order.taken_back.title');
  expect(hasReversedPayment(after('payment_detected'))).toBe(true);
  // After a compliance hold the money is there; a claimed payment was never detected
  const others = [after('payment_detected', 'compliance_hold'), after('awaiting_payment', 'payment_claimed')];
  expect(others.map((other) => stateMessages(other, null).title)).toEqual(['status.moderation.title', 'status.moderation.title']);
  expect(others.map(hasReversedPayment)).toEqual([false, false]);
});

type RequoteFacts = Parameters<typeof requoteFact>[0];

const reopened = (fact: RequoteFact, before: 'cancelled' | 'expired'): RequoteFacts => ({
  timeline: [
    { status: before, at: '2026-01-15T12:00:00Z' },
    { status: 'requote', at: '2026-01-15T12:00:01Z' },
  ],
  requote: {
    reason: 'reopened',
    fact,
    received_amount: '200',
    asked_amount: '200',
    income_amount: '200',
    outcome_amount: null,
    rate: null,
    refund_amount: '200',
    expires_at: '2026-01-15T12:00:30Z',
    options: [],
  },
});

it('a cancelled order and an expired one have different facts where the amount is right', () => {
  expect(requoteFact(reopened('closed', 'cancelled'))).toBe('cancelled');
  expect(requoteFact(reopened('closed', 'expired'))).toBe('closed');
  expect(requoteFact(reopened('short', 'cancelled'))).toBe('short');
});
