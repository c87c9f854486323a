import { describe, expect, it } from 'vitest';
import { makeOrder, NOW } from '#tests/make/order.ts';
import { customerActions, offers, operatorMoves } from './actions.ts';
import type { RequoteChoice } from './order.ts';

const requoted = (...choices: RequoteChoice[]) =>
  makeOrder('requote', {
    requote: {
      reason: 'short',
      receivedAmount: 1n,
      held: true,
      expiresAt: NOW,
      options: choices.map((choice) => ({
        choice,
        incomeAmount: 1n,
        outcomeAmount: 1n,
        refundAmount: 0n,
        missingAmount: 0n,
        quote: null,
        expiresAt: NOW,
      })),
    },
  });

describe('actions of a customer', () => {
  it('before payment are paying, cancelling and sending a cheque; no cancelling once money was seen', () => {
    const order = makeOrder('awaiting_payment');
    expect(customerActions(order)).toEqual(['cancel', 'confirm_payment', 'send_cheque', 'get_requisites']);
    expect(customerActions({ ...order, receivedAmount: 1n })).not.toContain('cancel');
  });

  it('during a requote are only the offered options', () => {
    expect(customerActions(requoted('exchange_received', 'refund'))).toEqual(['accept_requote', 'request_refund']);
    expect(customerActions(requoted('top_up', 'refund'))).toEqual(['request_refund', 'get_requisites']);
    expect(customerActions(requoted('as_agreed'))).toEqual(['accept_requote']);
    expect(customerActions({ ...requoted(), requote: null })).toEqual(['request_refund']);
    expect(offers(makeOrder('paid'), 'refund')).toBe(false);
  });

  it('include a refund destination only where it is unknown, and a repetition of an order that has ended', () => {
    const unknown = { hasRefundDestination: false };
    expect(customerActions(makeOrder('refund_pending', unknown))).toEqual(['request_refund']);
    expect(customerActions(makeOrder('refund_pending'))).toEqual([]);
    expect(customerActions(makeOrder('completed', { ...unknown, receivedAmount: 5n, creditedAmount: 3n }))).toEqual([
      'request_refund',
      'repeat',
    ]);
    expect(customerActions(makeOrder('completed'))).toEqual(['repeat']);
  });
});

describe('moves of an operator', () => {
  it('reject an order without money, and refund one with money', () => {
    expect(operatorMoves(makeOrder('moderation'))).toEqual(['reject']);
    expect(operatorMoves(makeOrder('moderation', { receivedAmount: 1n, creditedAmount: 1n }))).toEqual(['refund']);
    expect(operatorMoves(makeOrder('compliance_hold'))).toEqual(['clear_compliance', 'moderate_compliance']);
    expect(operatorMoves(makeOrder('payout_sent'))).toEqual([]);
  });
});
