import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeOrder, NOW } from '#tests/make/order.ts';
import { AGREED_AMOUNT, balanceOf, newWorld, report, settleAll, type SettledWorld, TERMS } from '#tests/make/settlement.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { PaymentReport } from './payment-reports.ts';
import { RECORDABLE_STATUSES, type OrderStatus } from './status.ts';
import type { Order } from './order.ts';
import { isEqualWithin, type PaymentTerms } from './requote-options.ts';

/** Amounts that an operator enters for a payment of `AGREED_AMOUNT` (R67). */
const OPERATOR_AMOUNTS = [
  AGREED_AMOUNT,
  AGREED_AMOUNT - 1n,
  (AGREED_AMOUNT * 99n) / 100n,
  (AGREED_AMOUNT * 3n) / 2n,
  AGREED_AMOUNT / 2n,
] as const;

type Event =
  | { readonly by: 'operator'; readonly amount: bigint; readonly reference: string }
  | { readonly by: 'rail'; readonly id: string; readonly state: 'seen' | 'final'; readonly amount: bigint; readonly isInTime: boolean };

interface Story {
  readonly status: OrderStatus;
  readonly rateType: Order['rateType'];
  readonly tolerancePpm: number;
  /** Current market price, in thousandths of the agreed one. */
  readonly price: bigint;
  readonly events: readonly (Event & { readonly afterMs: number })[];
}

const initialWorld = ({ status, rateType }: Story): SettledWorld => {
  const hasEnded = status === 'cancelled' || status === 'payment_failed' || rateType === 'floating';
  return newWorld(makeOrder(status, { rateType, ...(hasEnded ? { rateLockedUntil: null } : {}) }));
};

const termsOf = ({ tolerancePpm, price }: Story): PaymentTerms => ({
  ...TERMS,
  tolerancePpm,
  recalculate: (incomeAmount) => TERMS.recalculate((incomeAmount * price) / 1000n),
});

/** Replays the events of a story that `accepts` selects; `check` runs after each. */
function replay(
  story: Story,
  accepts: (event: Event) => boolean,
  check: (world: SettledWorld) => void,
  afterEvent = (world: SettledWorld): SettledWorld => world,
): SettledWorld {
  const rows = new Map<string, PaymentReport>();
  let world = initialWorld(story);
  let now = NOW;
  for (const event of story.events) {
    now += event.afterMs;
    const isPossible = event.by === 'rail' || RECORDABLE_STATUSES.includes(world.order.status);
    if (isPossible && accepts(event)) {
      if (event.by === 'operator') {
        const id = `word ${event.reference}`;
        const entry = { by: 'operator', rail: 'operator', references: [event.reference], amount: event.amount } as const;
        rows.set(id, report({ id, ...entry, firstSeenAt: now, recordedAt: now }));
      } else {
        const before = rows.get(event.id);
        const firstSeenAt = before?.firstSeenAt ?? (event.isInTime ? NOW : now);
        const state = before?.state === 'final' ? 'final' : event.state;
        rows.set(
          event.id,
          report({ id: event.id, amount: before?.amount ?? event.amount, state, firstSeenAt, recordedAt: before?.recordedAt ?? now }),
        );
      }
    }
    world = afterEvent(settleAll(world, [...rows.values()], { now, terms: termsOf(story) }));
    check(world);
  }
  return world;
}

/** Every credited, suspended, returned and lost unit is in the ledger, and nothing else is. */
function expectBalanced({ order, money, postings }: SettledWorld): void {
  const posted = money.rows.reduce((sum, row) => sum + row.posted, 0n);
  const [lost, inSuspense] = [balanceOf(postings, 'expense'), -balanceOf(postings, 'suspense')];
  expect(balanceOf(postings, 'treasury')).toBe(posted - order.surplusReturned);
  expect(order.creditedAmount + order.surplusReturned + inSuspense - lost).toBe(posted);
  // No choice about money that was not received
  if (order.requote !== null) expect(order.requote.receivedAmount).toBe(order.creditedAmount);
  if (order.status === 'requote') expect(order.creditedAmount).toBeGreaterThan(0n);
}

/** The result of an order without times; a default choice is applied. */
function endOf({ order, postings }: SettledWorld) {
  const { status, outcomeAmount, creditedAmount, receivedAmount, requote } = order;
  const offer = requote?.options.map(({ choice, incomeAmount: income, outcomeAmount: outcome, refundAmount: refund }) => ({
    choice,
    income,
    outcome,
    refund,
  }));
  const inSuspense = -balanceOf(postings, 'suspense');
  const agreed = requote?.options[0];
  if (requote?.held === true && agreed?.choice === 'as_agreed')
    return { status: 'paid', outcomeAmount, creditedAmount: agreed.incomeAmount, receivedAmount, inSuspense: agreed.refundAmount };
  return { status, outcomeAmount, creditedAmount, receivedAmount, kept: inSuspense, reason: requote?.reason, offer };
}

const operatorEntry = fc.record({
  by: fc.constant('operator' as const),
  amount: fc.constantFrom(...OPERATOR_AMOUNTS),
  reference: fc.constantFrom('a', 'a', 'b', 'something else'),
  afterMs: fc.constantFrom(0, 1000, MINUTE_MS),
});

const railReports = (amounts: readonly bigint[]) =>
  fc.record({
    by: fc.constant('rail' as const),
    id: fc.constant('a'),
    state: fc.constantFrom('seen' as const, 'final' as const),
    amount: fc.constantFrom(...amounts),
    isInTime: fc.boolean(),
    afterMs: fc.constantFrom(0, 1000, MINUTE_MS),
  });

const stories = (amounts: readonly bigint[]) =>
  fc
    .record({
      status: fc.constantFrom<OrderStatus>('awaiting_payment', 'payment_claimed', 'moderation', 'expired', 'cancelled', 'payment_failed'),
      rateType: fc.constantFrom('fixed' as const, 'floating' as const),
      tolerancePpm: fc.constantFrom(0, 500),
      price: fc.constantFrom(1000n, 900n, 1200n),
      events: fc.array(fc.oneof(operatorEntry, railReports(amounts)), { maxLength: 6 }),
      last: railReports(amounts),
    })
    // The rail says in the end how much it was
    .map(({ last, events, ...story }): Story => ({ ...story, events: [...events, { ...last, state: 'final' }] }));

const isReport = ({ by }: Event): boolean => by === 'rail';

describe('operator entries and rail reports, in any order (R67)', () => {
  it('give the result of the report alone, also where an entry had settled the order and the payout is not sent', () => {
    fc.assert(
      fc.property(stories(OPERATOR_AMOUNTS), (story) => {
        const alone = replay(story, isReport, expectBalanced);
        let isSettledByWord = false;
        const both = replay(
          story,
          () => true,
          (world) => {
            expectBalanced(world);
            isSettledByWord ||=
              world.order.status === 'paid' && !world.money.rows.some(({ by, state }) => by === 'rail' && state === 'final');
          },
        );
        const { order, money, postings } = both;
        const reported = money.rows.find(({ by }) => by === 'rail')?.amount ?? 0n;
        const isAgreed = isEqualWithin(AGREED_AMOUNT, reported, story.tolerancePpm);
        if (isSettledByWord && (isAgreed || reported > AGREED_AMOUNT)) {
          // An entry settles the order with its own amounts if no less is reported; the excess is a surplus
          expect(order).toMatchObject({ status: 'paid', receivedAmount: reported });
          expect(isEqualWithin(AGREED_AMOUNT, order.creditedAmount, story.tolerancePpm)).toBe(true);
          // At a floating rate the outcome follows the entry: it differs at most by the tolerance
          if (isAgreed && alone.order.status === 'paid' && story.rateType === 'floating')
            expect(isEqualWithin(alone.order.outcomeAmount, order.outcomeAmount, story.tolerancePpm)).toBe(true);
          const beyond = isAgreed ? 0n : reported - order.creditedAmount;
          expect([order.creditedAmount + beyond, -balanceOf(postings, 'suspense'), balanceOf(postings, 'expense')]).toEqual([
            reported,
            beyond,
            0n,
          ]);
        } else {
          expect(endOf(both)).toEqual(endOf(alone));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('keep the ledger correct when the payout was sent in between, and show no surplus within the tolerance', () => {
    fc.assert(
      fc.property(stories(OPERATOR_AMOUNTS), (story) => {
        const sent = (world: SettledWorld): SettledWorld =>
          world.order.status === 'paid' ? { ...world, order: { ...world.order, status: 'completed' } } : world;
        const { order, money, postings } = replay(story, () => true, expectBalanced, sent);
        const reported = money.rows.find(({ by }) => by === 'rail')?.amount ?? 0n;
        const isAgreed = order.status === 'completed' && isEqualWithin(order.incomeAmount, reported, story.tolerancePpm);
        if (isAgreed)
          expect([balanceOf(postings, 'suspense'), balanceOf(postings, 'expense'), order.creditedAmount]).toEqual([0n, 0n, reported]);
      }),
      { numRuns: 3000 },
    );
  });
});
