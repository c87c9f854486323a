import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import { ASSETS, makeOrder, makeQuote, NOW } from '#tests/make/order.ts';
import { decide } from './decide.ts';
import type { Order } from './order.ts';
import { automaticChoice, moveForPayment, type PaymentFacts } from './payment.ts';
import { extraOf, firstExchange, isEqualWithin, type PaymentTerms } from './requote-options.ts';

const RUB = { scale: 2, precision: 2 };
const ASKED = 100_000_000n;

const terms = (change: Partial<PaymentTerms> = {}): PaymentTerms => ({
  tolerancePpm: 0,
  extraAmount: 0n,
  outcomeDecimals: RUB,
  minIncome: 1n,
  takesAnyAmount: true,
  recalculate: (incomeAmount) => makeQuote({ incomeAmount, outcomeAmount: (incomeAmount * 8n) / 1000n }),
  ...change,
});

/** In time unless first seen at another moment. */
const inTimeOf = (change: Partial<PaymentFacts>, amount = ASKED): bigint =>
  change.firstSeenAt !== undefined && change.firstSeenAt !== NOW ? 0n : amount;

const facts = (change: Partial<PaymentFacts> = {}): PaymentFacts => ({
  received: ASKED,
  final: ASKED,
  inTime: inTimeOf(change, change.received),
  finalInTime: inTimeOf(change, change.final),
  uncredited: ASKED,
  isDeclined: false,
  confirmations: 1,
  requiredConfirmations: 1,
  firstSeenAt: NOW,
  txHash: '0xabc',
  provider: 'sandbox',
  reversed: 0n,
  returned: 0n,
  by: 'provider',
  ...change,
});

/** Makes all moves that the facts cause, like the server; returns the result and the moves. */
function walk(start: Order, known: PaymentFacts, conditions = terms(), now = NOW): { order: Order; moves: string[] } {
  let order = start;
  let left = known;
  const moves: string[] = [];
  for (let cause = moveForPayment(order, left, conditions, now); cause; cause = moveForPayment(order, left, conditions, now)) {
    const decided = decide(order, cause, ASSETS);
    if (!decided.ok) throw new Error(`${cause.move} refused`);
    order = decided.value.order;
    moves.push(cause.move);
    if ('credit' in cause) left = { ...left, uncredited: 0n };
  }
  return { order, moves };
}

describe('is only seen until it is final', () => {
  it('is only seen until it is final', () => {
    const { order, moves } = walk(makeOrder('awaiting_payment'), facts({ final: 0n, uncredited: 0n, confirmations: 0 }));
    expect(moves).toEqual(['detect_payment']);
    expect(order.status).toBe('payment_detected');
    expect(order.creditedAmount).toBe(0n);
    expect(order.expiresAt).toBeNull();
  });

  it('settles the order at the agreed amounts when it is final and equal', () => {
    const { order, moves } = walk(makeOrder('awaiting_payment'), facts());
    expect(moves).toEqual(['detect_payment', 'settle_payment']);
    expect(order).toMatchObject({ status: 'paid', creditedAmount: ASKED, outcomeAmount: 900_000n });
  });

  it.each([
    ['one unit short', ASKED - 1n, 899_999n],
    ['one percent short', 99_000_000n, 891_000n],
  ] as const)(
    '%s lets the customer choose: pay the rest while the rate is locked, exchange what arrived, or a refund',
    (_name, received, outcome) => {
      const { order, moves } = walk(makeOrder('awaiting_payment'), facts({ received, final: received, uncredited: received }));
      expect(moves).toEqual(['detect_payment', 'requote']);
      expect(order.requote).toMatchObject({
        reason: 'short',
        receivedAmount: received,
        options: [
          { choice: 'top_up', missingAmount: ASKED - received, outcomeAmount: 900_000n, expiresAt: order.rateLockedUntil },
          { choice: 'exchange_received', incomeAmount: received, outcomeAmount: outcome, expiresAt: order.rateLockedUntil },
          { choice: 'refund', refundAmount: received, expiresAt: NOW + 72 * HOUR_MS },
        ],
      });
      expect(order.creditedAmount).toBe(received);
      expect(automaticChoice(order, terms())).toBeNull();
    },
  );

  it.each([
    ['one step above the asked amount', 900_002n, 'paid'],
    ['the asked amount', 900_001n, 'paid'],
    ['one step below the asked amount', 900_000n, 'paid'],
    ['one step below the agreed amount', 899_999n, 'requote'],
    ['two steps above the asked amount', 900_003n, 'requote'],
  ] as const)('of a unique amount: %s', (_, received, end) => {
    const order = makeOrder('awaiting_payment', { incomeAmount: 900_000n, askedAmount: 900_001n });
    const known = facts({ received, final: received, uncredited: received });
    expect(walk(order, known, terms({ extraAmount: extraOf(order, 1n) })).order.status).toBe(end);
  });

  it('that is short offers a top-up to the amount to be paid', () => {
    const order = makeOrder('awaiting_payment', { incomeAmount: 900_000n, askedAmount: 900_001n });
    const known = facts({ received: 800_000n, final: 800_000n, uncredited: 800_000n });
    expect(walk(order, known).order.requote?.options[0]).toMatchObject({ choice: 'top_up', missingAmount: 100_001n });
  });

  it('ignores the steps of the first agreement once another amount is agreed', () => {
    expect(extraOf({ incomeAmount: 500_000n, askedAmount: 900_001n }, 1n)).toBe(1n);
  });

  it('that is short after the lock is exchanged at the current rate only', () => {
    const received = 50_000_000n;
    const { order } = walk(
      makeOrder('awaiting_payment'),
      facts({ received, final: received, uncredited: received }),
      terms(),
      NOW + 60_001,
    );
    expect(order.requote?.options).toMatchObject([
      { choice: 'exchange_received', outcomeAmount: 400_000n, expiresAt: NOW + 60_001 + 30_000 },
      { choice: 'refund' },
    ]);
  });

  it('short where only the whole can be paid offers no top-up, at either rate type', () => {
    const received = 50_000_000n;
    const short = facts({ received, final: received, uncredited: received });
    const choices = (change: Partial<Order>) =>
      walk(makeOrder('awaiting_payment', change), short, terms({ takesAnyAmount: false })).order.requote?.options.map((one) => one.choice);
    expect(choices({})).toEqual(['exchange_received', 'refund']);
    expect(choices({ rateType: 'floating' })).toEqual(['exchange_received', 'refund']);
  });

  it('below the direction’s minimum is never exchanged', () => {
    const received = 1_000n;
    const little = facts({ received, final: received, uncredited: received });
    const choices = (now: number) =>
      walk(makeOrder('awaiting_payment'), little, terms({ minIncome: 1_001n }), now).order.requote?.options.map((one) => one.choice);
    expect(choices(NOW)).toEqual(['top_up', 'refund']);
    expect(choices(NOW + 60_001)).toEqual(['refund']);
  });

  it('that is over offers the agreed exchange with the surplus returned, all at the current rate, or a refund', () => {
    const received = 250_000_000n;
    const { order, moves } = walk(makeOrder('awaiting_payment'), facts({ received, final: received, uncredited: received }));
    expect(moves).toEqual(['detect_payment', 'requote']);
    expect(order.requote).toMatchObject({
      reason: 'over',
      options: [
        { choice: 'as_agreed', incomeAmount: ASKED, outcomeAmount: 900_000n, refundAmount: 150_000_000n, expiresAt: NOW + 72 * HOUR_MS },
        { choice: 'exchange_all', incomeAmount: received, outcomeAmount: 900_000n + 1_200_000n, refundAmount: 0n, expiresAt: NOW + 30_000 },
        { choice: 'refund', refundAmount: received },
      ],
    });
    expect(automaticChoice(order, terms())).toBeNull();
  });

  it('over cannot be refunded after the lock when the market has become better for the customer', () => {
    const received = 250_000_000n;
    const seenInTime = facts({ received, final: received, uncredited: received });
    const choices = (outcome: bigint) =>
      walk(
        makeOrder('awaiting_payment'),
        seenInTime,
        terms({ recalculate: (incomeAmount) => makeQuote({ incomeAmount, outcomeAmount: (incomeAmount * outcome) / ASKED }) }),
        NOW + 60_001,
      ).order.requote?.options.map((one) => one.choice);
    expect(choices(900_000n)).toEqual(['as_agreed', 'exchange_all', 'refund']);
    expect(choices(900_001n)).toEqual(['as_agreed', 'exchange_all']);
  });

  it('many times over after a cancellation is exchanged whole at the current rate', () => {
    const received = 100n * ASKED;
    const { order } = walk(makeOrder('cancelled', { hold: null }), facts({ received, final: received, uncredited: received }));
    expect(order.requote).toMatchObject({
      reason: 'reopened',
      held: false,
      options: [{ choice: 'exchange_all', incomeAmount: received, outcomeAmount: 80_000_000n }, { choice: 'refund' }],
    });
  });

  it('seen in time and reported after the end is exchanged as agreed', () => {
    const { order } = walk(makeOrder('expired', { hold: null }), facts());
    expect(order.requote).toMatchObject({ reason: 'reopened', held: true });
    expect(automaticChoice(order, terms())).toMatchObject({ choice: 'as_agreed', outcomeAmount: 900_000n });
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

  it('late with a worse rate becomes a choice; with a better rate it is exchanged', () => {
    const seenLate = facts({ firstSeenAt: NOW + 60_001 });
    const worse = walk(makeOrder('awaiting_payment'), seenLate).order;
    expect(worse.requote).toMatchObject({
      reason: 'late',
      options: [{ choice: 'exchange_all', outcomeAmount: 800_000n }, { choice: 'refund' }],
    });
    expect(automaticChoice(worse, terms())).toBeNull();
    const better = walk(
      makeOrder('awaiting_payment'),
      seenLate,
      terms({ recalculate: (incomeAmount) => makeQuote({ incomeAmount, outcomeAmount: 950_000n }) }),
    ).order;
    expect(automaticChoice(better, terms())).toMatchObject({ choice: 'exchange_all', outcomeAmount: 950_000n });
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

  it.each([
    ['expired', 950_000n, 'exchange_all'],
    ['expired', 899_999n, undefined],
    ['cancelled', 950_000n, undefined],
  ] as const)('after %s, with %s offered for it now, is exchanged without asking: %s', (status, outcomeAmount, choice) => {
    const late = facts({ firstSeenAt: NOW + 3_600_000, inTime: 0n });
    const now = terms({ recalculate: (incomeAmount) => makeQuote({ incomeAmount, outcomeAmount }) });
    const { order } = walk(makeOrder(status, { hold: null, expiresAt: null }), late, now);
    expect(automaticChoice(order, terms())?.choice).toBe(choice);
  });

  it('without any rate still offers a refund', () => {
    const { order } = walk(
      makeOrder('expired', { hold: null }),
      facts({ firstSeenAt: NOW + 3_600_000 }),
      terms({ recalculate: () => undefined }),
    );
    expect(order).toMatchObject({ status: 'requote', requote: { options: [{ choice: 'refund' }] } });
  });

  it('that vanishes before it is final sends the order to moderation and keeps the hold', () => {
    const { order } = walk(
      makeOrder('payment_detected', { receivedAmount: ASKED }),
      facts({ received: 0n, final: 0n, uncredited: 0n, firstSeenAt: null, txHash: null }),
    );
    expect(order).toMatchObject({ status: 'moderation', receivedAmount: 0n, hold: { id: 'hold1' } });
  });

  it('that is declined ends the order as failed', () => {
    const none = { received: 0n, final: 0n, uncredited: 0n, firstSeenAt: null, txHash: null };
    expect(walk(makeOrder('awaiting_payment'), facts({ ...none, isDeclined: true })).order).toMatchObject({
      status: 'payment_failed',
      reason: 'declined',
    });
  });

  it('never yields more than the agreement in proportion, nor more than was agreed, at the agreed rate', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (income, outcome, received) => {
          fc.pre(received !== income);
          const order = makeOrder('awaiting_payment', { incomeAmount: income, outcomeAmount: outcome, hold: { id: 'h', amount: outcome } });
          const end = walk(order, facts({ received, final: received, uncredited: received })).order;
          const offered = end.requote ? (firstExchange(end.requote)?.outcomeAmount ?? 0n) : 0n;
          expect(offered * income <= outcome * received && offered <= outcome).toBe(true);
        },
      ),
    );
  });

  it('gives the same result however its reports are ordered and repeated (R20)', () => {
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
