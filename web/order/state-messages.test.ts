import { expect, it } from 'vitest';
import type { Order } from './order.ts';
import { isTakenBack, timelineMessage, stateMessages, tabTitleOf } from './state-messages.ts';

const order = (given: Partial<Order>): Order =>
  ({
    destination_request: null,
    ending: null,
    payout_look_why: null,
    paid_by_people: false,
    are_requisites_taken: false,
    requote: null,
    timeline: [],
    ...given,
  }) as Order;

it('calls no payout sent that a person has not sent yet', () => {
  const machine = order({ status: 'payout_sent' });
  const people = order({ status: 'payout_sent', paid_by_people: true });
  expect(stateMessages(machine, null).title).toBe('status.payout_sent.title');
  expect(stateMessages(people, null)).toEqual({ title: 'order.with_people.title', next: 'order.with_people.next' });
  expect([timelineMessage(machine, 'payout_sent'), timelineMessage(people, 'payout_sent'), timelineMessage(people, 'completed')]).toEqual([
    'status.payout_sent.short',
    'order.with_people.short',
    'status.completed.short',
  ]);
});

it('says that a person looks at a payout instead of promising minutes', () => {
  const pending = order({ status: 'payout_pending' });
  const looked = order({ status: 'payout_pending', payout_look_why: 'check' });
  const large = order({ status: 'payout_pending', payout_look_why: 'amount' });
  expect([stateMessages(pending, null).next, tabTitleOf(pending)]).toEqual(['status.payout_pending.next', 'status.payout_pending.title']);
  expect(stateMessages(looked, null)).toEqual({ title: 'order.payout_look.title', next: 'order.payout_look.next_check' });
  expect(stateMessages(large, null)).toEqual({ title: 'order.payout_look.title', next: 'order.payout_look.next_amount' });
  expect(tabTitleOf(looked)).toBe('order.payout_look.title');
});

it('says that all requisites are taken instead of promising seconds', () => {
  expect(stateMessages(order({ status: 'awaiting_requisites' }), null).next).toBe('status.awaiting_requisites.next');
  expect(stateMessages(order({ status: 'awaiting_requisites', are_requisites_taken: true }), null).next).toBe('order.taken.next');
});

it('does not invite to pay again whoever is back from paying elsewhere, until more is known', () => {
  const waiting = order({ status: 'awaiting_payment' });
  expect(stateMessages(waiting, 'to_go').next).toBe('order.next_elsewhere');
  expect(stateMessages(waiting, 'back')).toEqual({ title: 'order.came_back.title', next: 'order.came_back.next' });
  expect(stateMessages(order({ status: 'completed' }), 'back').title).toBe('status.completed.title');
});

it('looks for no transfer that was taken back, and asks no receipt of it', () => {
  const after = (...statuses: Order['status'][]) =>
    order({
      status: 'moderation',
      timeline: [...statuses, 'moderation' as const].map((status) => ({ status, at: '2026-11-23T12:00:00Z' })),
    });
  const gone = after('awaiting_payment', 'payment_detected', 'paid', 'payout_pending');
  expect(stateMessages(gone, null)).toEqual({ title: 'order.taken_back.title', next: 'order.taken_back.next' });
  expect(tabTitleOf(gone)).toBe('order.taken_back.title');
  expect(isTakenBack(after('payment_detected'))).toBe(true);
  // A check that ended with a person has its money, and a claim was never seen
  const others = [after('payment_detected', 'compliance_hold'), after('awaiting_payment', 'payment_claimed')];
  expect(others.map((one) => stateMessages(one, null).title)).toEqual(['status.moderation.title', 'status.moderation.title']);
  expect(others.map(isTakenBack)).toEqual([false, false]);
});
