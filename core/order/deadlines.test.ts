import { describe, expect, it } from 'vitest';
import { makeOrder, NOW } from '#tests/make/order.ts';
import { shouldReleaseHold, moveAtDeadline } from './deadlines.ts';
import { isLegal } from './lifecycle.ts';
import { ORDER_STATUSES } from './status.ts';

const OFFER = { reason: 'over', receivedAmount: 1n, held: true, expiresAt: NOW } as const;
const option = (choice: 'as_agreed' | 'refund') =>
  ({ choice, incomeAmount: 1n, outcomeAmount: 1n, refundAmount: 0n, missingAmount: 0n, quote: null, expiresAt: NOW }) as const;

const FACTS = { provider: 'sandbox', card: 'none' } as const;

describe('the deadline of a state', () => {
  it('causes a legal move of the system or none; never early, and never without a deadline', () => {
    for (const status of ORDER_STATUSES) {
      const order = makeOrder(status, { expiresAt: NOW });
      const cause = moveAtDeadline(order, NOW, FACTS);
      if (cause !== null) expect([status, isLegal(cause.move, status, cause.by)]).toEqual([status, true]);
      expect(moveAtDeadline(order, NOW - 1, FACTS)).toBeNull();
      expect(moveAtDeadline({ ...order, expiresAt: null }, NOW, FACTS)).toBeNull();
    }
    expect(moveAtDeadline(makeOrder('awaiting_payment', { expiresAt: NOW }), NOW, FACTS)?.move).toBe('expire');
  });

  it('exchanges as agreed where the agreement binds, and refunds otherwise', () => {
    const chosen = (choice: 'as_agreed' | 'refund') =>
      makeOrder('requote', { expiresAt: NOW, requote: { ...OFFER, options: [option(choice)] } });
    expect(moveAtDeadline(chosen('as_agreed'), NOW, FACTS)).toMatchObject({ move: 'accept_requote', provider: 'sandbox' });
    expect(moveAtDeadline(chosen('refund'), NOW, FACTS)?.move).toBe('refuse_requote');
  });

  it('releases the hold of an order after a day in moderation', () => {
    expect(shouldReleaseHold(makeOrder('moderation', { expiresAt: NOW }), NOW)).toBe(true);
    expect(shouldReleaseHold(makeOrder('moderation', { expiresAt: NOW, hold: null }), NOW)).toBe(false);
    expect(shouldReleaseHold(makeOrder('moderation', { expiresAt: null }), NOW)).toBe(false);
    expect(shouldReleaseHold(makeOrder('moderation', { expiresAt: NOW + 1 }), NOW)).toBe(false);
    expect(shouldReleaseHold(makeOrder('payment_claimed', { expiresAt: NOW }), NOW)).toBe(false);
  });
});
