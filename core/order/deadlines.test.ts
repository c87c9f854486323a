import { describe, expect, it } from 'vitest';
import { makeOrder, NOW } from '#tests/make/order.ts';
import { losesHold, reactToTime } from './deadlines.ts';
import { isLegal } from './lifecycle.ts';
import { ORDER_STATUSES } from './status.ts';

const OFFER = { reason: 'over', receivedAmount: 1n, held: true, expiresAt: NOW } as const;
const option = (choice: 'as_agreed' | 'refund') =>
  ({ choice, incomeAmount: 1n, outcomeAmount: 1n, refundAmount: 0n, missingAmount: 0n, quote: null, expiresAt: NOW }) as const;

const FACTS = { provider: 'sandbox', card: 'none' } as const;

describe('the end of a state’s time', () => {
  it('causes a legal move of the system, or none; never before it has come, and never without a deadline', () => {
    for (const status of ORDER_STATUSES) {
      const order = makeOrder(status, { expiresAt: NOW });
      const cause = reactToTime(order, NOW, FACTS);
      if (cause !== null) expect([status, isLegal(cause.move, status, cause.by)]).toEqual([status, true]);
      expect(reactToTime(order, NOW - 1, FACTS)).toBeNull();
      expect(reactToTime({ ...order, expiresAt: null }, NOW, FACTS)).toBeNull();
    }
    expect(reactToTime(makeOrder('awaiting_payment', { expiresAt: NOW }), NOW, FACTS)?.move).toBe('expire');
  });

  it('does as agreed where the agreement binds, and gives all back where nothing does', () => {
    const chosen = (choice: 'as_agreed' | 'refund') =>
      makeOrder('requote', { expiresAt: NOW, requote: { ...OFFER, options: [option(choice)] } });
    expect(reactToTime(chosen('as_agreed'), NOW, FACTS)).toMatchObject({ move: 'accept_requote', provider: 'sandbox' });
    expect(reactToTime(chosen('refund'), NOW, FACTS)?.move).toBe('refuse_requote');
  });

  it('takes the promise of an order that nobody has decided about for a day', () => {
    expect(losesHold(makeOrder('moderation', { expiresAt: NOW }), NOW)).toBe(true);
    expect(losesHold(makeOrder('moderation', { expiresAt: NOW, hold: null }), NOW)).toBe(false);
    expect(losesHold(makeOrder('moderation', { expiresAt: null }), NOW)).toBe(false);
    expect(losesHold(makeOrder('moderation', { expiresAt: NOW + 1 }), NOW)).toBe(false);
    expect(losesHold(makeOrder('payment_claimed', { expiresAt: NOW }), NOW)).toBe(false);
  });
});
