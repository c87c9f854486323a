import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS, makeOrder, makeQuote, NOW } from '#tests/make/order.ts';
import { decide } from './decide.ts';
import type { Order } from './order.ts';
import { acceptsItself, isEqualWithin, reactToPayment, type PaymentFacts, type PaymentTerms } from './payment.ts';

const RUB = { scale: 2, precision: 2 };
const ASKED = 100_000_000n;

const terms = (change: Partial<PaymentTerms> = {}): PaymentTerms => ({
  tolerancePpm: 0,
  outcomeDecimals: RUB,
  recalculate: (incomeAmount) => makeQuote({ incomeAmount, outcomeAmount: (incomeAmount * 8n) / 1000n }),
  ...change,
});

const facts = (change: Partial<PaymentFacts> = {}): PaymentFacts => ({
  received: ASKED,
  final: ASKED,
  uncredited: ASKED,
  declined: false,
  confirmations: 1,
  requiredConfirmations: 1,
  firstSeenAt: NOW,
  txHash: '0xabc',
  provider: 'sandbox',
  ...change,
});

/** Walks all moves that the facts cause, as the server does; gives the end and the moves. */
function walk(start: Order, known: PaymentFacts, conditions = terms(), now = NOW): { order: Order; moves: string[] } {
  let order = start;
  let left = known;
  const moves: string[] = [];
  for (let cause = reactToPayment(order, left, conditions, now); cause; cause = reactToPayment(order, left, conditions, now)) {
    const decided = decide(order, cause, ASSETS);
    if (!decided.ok) throw new Error(`${cause.move} refused`);
    order = decided.value.order;
    moves.push(cause.move);
    if (cause.credit) left = { ...left, uncredited: 0n };
  }
  return { order, moves };
}

describe('received money', () => {
  it('is only seen until it is final', () => {
    const { order, moves } = walk(makeOrder('awaiting_payment'), facts({ final: 0n, uncredited: 0n, confirmations: 0 }));
    expect(moves).toEqual(['detect_payment']);
    expect(order.status).toBe('payment_detected');
    expect(order.creditedAmount).toBe(0n);
    expect(order.expiresAt).toBeNull();
  });

  it('that is final and equal settles the order at the agreed amounts', () => {
    const { order, moves } = walk(makeOrder('awaiting_payment'), facts());
    expect(moves).toEqual(['detect_payment', 'settle_payment']);
    expect(order).toMatchObject({ status: 'paid', creditedAmount: ASKED, outcomeAmount: 900_000n });
  });

  it.each([
    ['one unit short', ASKED - 1n, 'short', 899_999n],
    ['one percent short', 99_000_000n, 'short', 891_000n],
    ['over', 110_000_000n, 'over', 990_000n],
  ] as const)('%s asks the customer, at the agreed rate, never pays out by itself', (_name, received, reason, outcome) => {
    const { order, moves } = walk(makeOrder('awaiting_payment'), facts({ received, final: received, uncredited: received }));
    expect(moves).toEqual(['detect_payment', 'requote']);
    expect(order.requote).toMatchObject({ reason, incomeAmount: received, outcomeAmount: outcome });
    expect(order.creditedAmount).toBe(received);
    expect(acceptsItself(order, 0)).toBe(false);
  });

  it('within the tolerance counts as equal', () => {
    expect(
      walk(
        makeOrder('awaiting_payment'),
        facts({ received: ASKED - 100n, final: ASKED - 100n, uncredited: ASKED - 100n }),
        terms({ tolerancePpm: 1 }),
      ).order.status,
    ).toBe('paid');
    expect(isEqualWithin(1_000_000n, 999_998n, 1)).toBe(false);
  });

  it('late with a market that moved against the customer asks him; in his favour it is applied', () => {
    const seenLate = facts({ firstSeenAt: NOW + 60_001 });
    const worse = walk(makeOrder('awaiting_payment'), seenLate).order;
    expect(worse.requote).toMatchObject({ reason: 'late', outcomeAmount: 800_000n });
    expect(acceptsItself(worse, 0)).toBe(false);
    const better = walk(
      makeOrder('awaiting_payment'),
      seenLate,
      terms({ recalculate: (incomeAmount) => makeQuote({ incomeAmount, outcomeAmount: 950_000n }) }),
    ).order;
    expect(better.requote).toMatchObject({ reason: 'late', outcomeAmount: 950_000n });
    expect(acceptsItself(better, 0)).toBe(true);
  });

  it('at a floating rate is exchanged at the rate of the moment it is final', () => {
    const { order } = walk(makeOrder('awaiting_payment', { rateType: 'floating', rateLockedUntil: null }), facts());
    expect(order).toMatchObject({ status: 'paid', outcomeAmount: 800_000n });
  });

  it.each(['expired', 'cancelled', 'payment_failed'] as const)(
    'after %s reopens the order as a choice, credited to the customer',
    (status) => {
      const { order, moves } = walk(makeOrder(status, { hold: null, expiresAt: null }), facts({ firstSeenAt: NOW + 3_600_000 }));
      expect(moves).toEqual(['reopen']);
      expect(order).toMatchObject({ status: 'requote', creditedAmount: ASKED });
      expect(order.requote?.reason).toBe('reopened');
    },
  );

  it('without any rate still waits for a choice, with the refund open', () => {
    const { order } = walk(
      makeOrder('expired', { hold: null }),
      facts({ firstSeenAt: NOW + 3_600_000 }),
      terms({ recalculate: () => undefined }),
    );
    expect(order).toMatchObject({ status: 'requote', requote: { outcomeAmount: null } });
  });

  it('that vanishes before it is final takes the order back to a person, the hold kept', () => {
    const { order } = walk(
      makeOrder('payment_detected', { receivedAmount: ASKED }),
      facts({ received: 0n, final: 0n, uncredited: 0n, firstSeenAt: null, txHash: null }),
    );
    expect(order).toMatchObject({ status: 'moderation', receivedAmount: 0n, hold: { id: 'hold1' } });
  });

  it('declined ends the order as failed', () => {
    const none = { received: 0n, final: 0n, uncredited: 0n, firstSeenAt: null, txHash: null };
    expect(walk(makeOrder('awaiting_payment'), facts({ ...none, declined: true })).order).toMatchObject({
      status: 'payment_failed',
      reason: 'declined',
    });
  });

  it('never gives more at the agreed rate than the agreement did in proportion', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (income, outcome, received) => {
          fc.pre(received !== income);
          const order = makeOrder('awaiting_payment', { incomeAmount: income, outcomeAmount: outcome, hold: { id: 'h', amount: outcome } });
          const end = walk(order, facts({ received, final: received, uncredited: received })).order;
          const offered = end.requote?.outcomeAmount ?? 0n;
          expect(offered * income <= outcome * received).toBe(true);
        },
      ),
    );
  });

  it('leads to the same end however its reports are ordered and repeated (R20)', () => {
    const reports: PaymentFacts[] = [
      facts({ final: 0n, uncredited: 0n, confirmations: 0 }),
      facts({ final: 0n, uncredited: 0n, confirmations: 1 }),
      facts(),
    ];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 8 }), (sequence) => {
        let order = makeOrder('awaiting_payment');
        // The store's totals only grow: a late "seen" does not undo "final"
        let best = 0;
        for (const index of [...sequence, 2]) {
          best = Math.max(best, index);
          const report = reports[best] ?? facts();
          order = walk(order, order.creditedAmount > 0n ? { ...report, uncredited: 0n } : report).order;
        }
        expect(order.status).toBe('paid');
        expect(order.creditedAmount).toBe(ASKED);
      }),
    );
  });
});
