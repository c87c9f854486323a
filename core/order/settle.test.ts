import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS, makeOrder, NOW } from '#tests/make/order.ts';
import { AGREED_AMOUNT, balanceOf, newWorld, report, settleAll, type SettledWorld as World } from '#tests/make/settlement.ts';
import type { PaymentReport } from './payment-reports.ts';
import type { Order } from './order.ts';
import type { Money } from './settle.ts';
import { PAID_NOT_SENT } from './status.ts';
import { SETTLED_STATUSES, hasMoney, surplusReturnState } from './surplus.ts';
import { decideTouch } from './touch.ts';

describe('the settlement', () => {
  it('settles the exact amount and then ends', () => {
    const paid = settleAll(newWorld(makeOrder('awaiting_payment')), [report()]);
    expect(paid.steps).toEqual(['detect_payment', 'settle_payment']);
    expect(settleAll(paid, [report()]).steps).toEqual(paid.steps);
  });

  it('counts confirmations without a move, and only what is new', () => {
    const seen = settleAll(newWorld(makeOrder('awaiting_payment')), [report({ state: 'seen', confirmations: 0 })]);
    const more = settleAll(seen, [report({ state: 'seen', confirmations: 2 })]);
    expect(more.steps).toEqual(['detect_payment', 'count_confirmations']);
    expect(more.order).toMatchObject({ status: 'payment_detected', confirmations: 2 });
  });

  it('keeps a second payment in suspense, and releases it when it is reverted', () => {
    const twice = [report(), report({ id: 'b', amount: 7n })];
    const settled = settleAll(newWorld(makeOrder('awaiting_payment')), [report()]);
    const surplus = settleAll(settled, twice);
    expect(surplus.order).toMatchObject({ status: 'paid', receivedAmount: AGREED_AMOUNT + 7n });
    expect(balanceOf(surplus.postings, 'suspense')).toBe(-7n);
    const gone = settleAll(surplus, [report(), report({ id: 'b', amount: 7n, state: 'reverted' })]);
    expect(gone.order).toMatchObject({ status: 'paid', receivedAmount: AGREED_AMOUNT });
    expect([balanceOf(gone.postings, 'suspense'), gone.alarms]).toEqual([0n, [0n]]);
  });

  it('undoes the exchange of money that was reverted before the payout, and sends the order to moderation', () => {
    const paid = settleAll(newWorld(makeOrder('awaiting_payment')), [report()]);
    const lost = settleAll(paid, [report({ state: 'reverted' })]);
    expect(lost.order).toMatchObject({ status: 'moderation', receivedAmount: 0n, creditedAmount: 0n });
    expect([lost.alarms, balanceOf(lost.postings, 'fx'), balanceOf(lost.postings, 'treasury')]).toEqual([[0n], 0n, 0n]);
  });

  it('books money that was reverted after the payout as a loss, and recovers the loss when it arrives again', () => {
    const paid = settleAll(newWorld(makeOrder('awaiting_payment')), [report()]);
    const gone = { ...paid, order: { ...paid.order, status: 'completed' } as const };
    const lost = settleAll(gone, [report({ state: 'reverted' })]);
    expect([lost.order.status, lost.alarms, balanceOf(lost.postings, 'expense')]).toEqual(['completed', [AGREED_AMOUNT], AGREED_AMOUNT]);
    const back = settleAll(lost, [report({ state: 'reverted' }), report({ id: 'b' })]);
    expect([balanceOf(back.postings, 'expense'), balanceOf(back.postings, 'suspense')]).toEqual([0n, 0n]);
  });

  it('takes back a refund that was not sent, and books one that was sent as a loss', () => {
    const half = [report({ amount: AGREED_AMOUNT / 2n })];
    const chosen = settleAll(newWorld(makeOrder('awaiting_payment')), half);
    const refunding: World = { ...chosen, order: { ...chosen.order, status: 'refund_pending', requote: null } };
    const gone = half.map((row) => ({ ...row, state: 'reverted' }) as const);
    expect(settleAll(refunding, gone).order.status).toBe('moderation');
    const leaving = settleAll({ ...refunding, money: { ...refunding.money, hasOutgoing: true } }, gone);
    expect([leaving.order.status, leaving.alarms]).toEqual(['refund_pending', [AGREED_AMOUNT / 2n]]);
  });

  it('reports the state of a surplus', () => {
    const over = makeOrder('paid', { receivedAmount: 9n, creditedAmount: 5n });
    expect(surplusReturnState(makeOrder('paid'), true)).toBeNull();
    expect(surplusReturnState({ ...over, hasRefundDestination: false }, false)).toBe('destination_needed');
    expect([surplusReturnState(over, true), surplusReturnState(over, false)]).toEqual(['returning', 'with_person']);
  });

  it('never covers reverted final money with pending money of another transfer', () => {
    const paid = settleAll(newWorld(makeOrder('awaiting_payment')), [report()]);
    const pending = report({ id: 'b', state: 'seen', confirmations: 0 });
    const twice = settleAll(paid, [report(), pending]);
    expect(twice.order.status).toBe('paid');
    const gone = report({ state: 'reverted' });
    const lost = settleAll(twice, [gone, pending]);
    expect(lost.order).toMatchObject({ status: 'payment_detected', creditedAmount: 0n, receivedAmount: AGREED_AMOUNT });
    expect([lost.alarms, balanceOf(lost.postings, 'treasury')]).toEqual([[0n], 0n]);
    expect(settleAll(lost, [gone, { ...pending, state: 'failed' }]).order.status).toBe('moderation');
    expect(settleAll(lost, [gone, report({ id: 'b' })]).order).toMatchObject({ status: 'paid', creditedAmount: AGREED_AMOUNT });
  });

  it('ends a requote whose money was reverted, although other money is pending', () => {
    const half = report({ amount: AGREED_AMOUNT / 2n });
    const pending = report({ id: 'b', amount: AGREED_AMOUNT / 2n, state: 'seen', confirmations: 0 });
    const chosen = settleAll(newWorld(makeOrder('awaiting_payment')), [half]);
    const lost = settleAll(chosen, [{ ...half, state: 'reverted' }, pending]);
    expect(lost.order).toMatchObject({ status: 'payment_detected', requote: null, creditedAmount: 0n, receivedAmount: AGREED_AMOUNT / 2n });
  });

  it('corrects unused credit, without an alarm where only an operator’s entry was wrong', () => {
    const word = report({ id: 'w', by: 'operator', rail: 'operator', amount: 50n });
    const chosen = settleAll(newWorld(makeOrder('awaiting_payment')), [word]);
    expect(chosen.order).toMatchObject({ status: 'requote', creditedAmount: 50n });
    const corrected = settleAll(chosen, [word, report({ amount: 40n })]);
    expect(corrected.steps.slice(-2)).toEqual(['correct_credit', 'renew_offer']);
    expect([corrected.order.creditedAmount, corrected.alarms]).toEqual([40n, []]);
    const none = settleAll(corrected, [word, report({ amount: 40n, state: 'reverted' })]);
    expect([none.order.status, none.alarms]).toEqual(['moderation', [0n]]);
  });

  it('accepts the only choice for the customer, and leaves it to the customer if the reserve is short', () => {
    const over = newWorld(makeOrder('expired', { hold: null, expiresAt: null }));
    expect(settleAll(over, [report()]).steps).toEqual(['reopen', 'accept_requote']);
    expect(settleAll(over, [report()], { isShort: true }).order).toMatchObject({ status: 'requote', creditedAmount: AGREED_AMOUNT });
    const short = settleAll(newWorld(makeOrder('awaiting_payment', { hold: null })), [report()], { isShort: true });
    expect(short.steps).toEqual(['detect_payment', 'requote']);
    expect(short.order.requote).toMatchObject({ reason: 'quote_expired', options: [{ choice: 'as_agreed' }, { choice: 'refund' }] });
  });

  it('terminates after the choice itself has ended', () => {
    const half = [report({ amount: AGREED_AMOUNT / 2n })];
    const chosen = settleAll(newWorld(makeOrder('awaiting_payment')), half);
    const ends = chosen.order.expiresAt ?? NOW;
    for (const now of [NOW + 60_000, ends, ends + 1]) expect(settleAll(chosen, half, { now }).order.status).toBe('requote');
  });

  it('neither loses nor invents money, whatever is reported, repeated and reverted, and ends', () => {
    const reports = fc.record({
      id: fc.constantFrom('a', 'b', 'w'),
      amount: fc.constantFrom(1n, AGREED_AMOUNT / 2n, AGREED_AMOUNT, AGREED_AMOUNT * 2n),
      state: fc.constantFrom('seen', 'final', 'failed', 'reverted'),
      isLate: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(reports, { maxLength: 8 }), fc.boolean(), fc.boolean(), (reports, isShort, hasLeft) => {
        let world = newWorld(makeOrder('awaiting_payment'));
        const rows = new Map<string, PaymentReport>();
        for (const { id, amount, state, isLate } of reports) {
          const word = { by: 'operator', rail: 'operator', state: 'final', isMissedByRail: true } as const;
          // A rail's final report stays final until reverted, and then stays reverted
          const before = id === 'w' ? undefined : rows.get(id)?.state;
          if (before === 'reverted' || (before === 'final' && state !== 'reverted')) continue;
          rows.set(id, report({ id, amount, state, firstSeenAt: isLate ? NOW + 120_000 : NOW, ...(id === 'w' ? word : {}) }));
          world = settleAll(world, [...rows.values()], { isShort });
          if (hasLeft && world.order.status === 'paid') world = { ...world, order: { ...world.order, status: 'completed' } };
          const posted = world.money.rows.reduce((sum, row) => sum + row.posted, 0n);
          const lost = balanceOf(world.postings, 'expense');
          expect(balanceOf(world.postings, 'treasury')).toBe(posted);
          const { creditedAmount, surplusReturned, status } = world.order;
          const inSuspense = -balanceOf(world.postings, 'suspense');
          expect(creditedAmount + surplusReturned + inSuspense - lost).toBe(posted);
          expect(lost >= 0n && inSuspense >= 0n && creditedAmount >= 0n).toBe(true);
          expect(inSuspense === 0n || SETTLED_STATUSES.includes(status)).toBe(true);
          const final = [...rows.values()].reduce((sum, row) => (row.by === 'rail' && row.state === 'final' ? sum + row.amount : sum), 0n);
          expect(posted <= final || rows.has('w')).toBe(true);
          expect(posted >= final || !SETTLED_STATUSES.includes(status)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('shows nothing as received after all money was reverted, even if a return was queued', () => {
    const rows = [report({ amount: 60n }), report({ id: 'b', amount: AGREED_AMOUNT - 60n }), report({ id: 'c', amount: 40n })];
    let world = settleAll(settleAll(newWorld(makeOrder('awaiting_payment')), rows.slice(0, 2)), rows);
    const gone = (ids: string) => rows.map((row) => (ids.includes(row.id) ? { ...row, state: 'reverted' as const } : row));
    world = { ...world, order: { ...world.order, status: 'payout_failed' }, money: { ...world.money, returning: 40n } };
    world = settleAll(world, gone('c'));
    expect(world.order).toMatchObject({ status: 'requote', creditedAmount: AGREED_AMOUNT - 40n });
    world = settleAll({ ...world, money: { ...world.money, returning: 0n } }, gone('c'));
    world = settleAll(world, gone('abc'));
    expect(world.order).toMatchObject({ status: 'moderation', creditedAmount: 0n, receivedAmount: 0n });
    expect(hasMoney(world.order)).toBe(false);
  });

  it('never exchanges, returns or refunds more than there is, whichever payouts are sent or fail', () => {
    const ACTIONS = ['send', 'sent', 'failed', 'return', 'returned', 'not returned', 'refund'] as const;
    const events = fc.oneof(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c'),
        amount: fc.constantFrom(AGREED_AMOUNT / 2n, AGREED_AMOUNT, AGREED_AMOUNT * 2n),
        state: fc.constantFrom('seen', 'final', 'final', 'failed', 'reverted', 'reverted'),
      }),
      fc.constantFrom(...ACTIONS),
    );
    const becomes = (world: World, status: Order['status'], money: Partial<Money> = {}): World => ({
      ...world,
      order: { ...world.order, status },
      money: { ...world.money, ...money },
    });
    /** What the machine or a person does to the order; impossible actions change nothing. */
    const done = (world: World, action: (typeof ACTIONS)[number]): World => {
      const { order, money } = world;
      const inSuspense = money.inSuspense.reduce((sum, one) => sum + one.amount, 0n);
      switch (action) {
        case 'send':
          if (order.status === 'refund_pending') return becomes(world, order.status, { hasOutgoing: true });
          return PAID_NOT_SENT.includes(order.status) ? becomes(world, 'payout_sent') : world;
        case 'sent':
          if (order.status === 'refund_pending' && money.hasOutgoing) return becomes(world, 'refunded', { hasOutgoing: false });
          return order.status === 'payout_sent' ? becomes(world, 'completed') : world;
        case 'failed':
          return becomes(world, order.status === 'payout_sent' ? 'payout_failed' : order.status, { hasOutgoing: false });
        case 'refund':
          return order.status === 'requote' ? becomes({ ...world, order: { ...order, requote: null } }, 'refund_pending') : world;
        case 'return':
          return becomes(world, order.status, { returning: SETTLED_STATUSES.includes(order.status) ? inSuspense : money.returning });
        case 'not returned':
          return becomes(world, order.status, { returning: 0n });
        case 'returned': {
          if (money.returning === 0n) return world;
          const returned = [{ provider: 'sandbox', amount: money.returning }];
          const made = decideTouch(order, { touch: 'return_surplus', by: 'provider', returned, fee: null }, ASSETS);
          const left = [{ provider: 'sandbox', amount: inSuspense - money.returning }].filter(({ amount }) => amount > 0n);
          const next = { ...world, order: made.order, postings: [...world.postings, ...made.postings] };
          return becomes(next, made.order.status, { returning: 0n, inSuspense: left });
        }
      }
    };
    fc.assert(
      fc.property(fc.array(events, { maxLength: 14 }), (story) => {
        let world = newWorld(makeOrder('awaiting_payment'));
        const rows = new Map<string, PaymentReport>();
        for (const event of story) {
          const { surplusReturned } = world.order;
          if (typeof event === 'string') world = done(world, event);
          else {
            const before = rows.get(event.id)?.state;
            if (before === 'reverted' || (before === 'final' && event.state !== 'reverted')) continue;
            rows.set(event.id, report({ ...event, amount: rows.get(event.id)?.amount ?? event.amount }));
          }
          world = settleAll(world, [...rows.values()]);
          const { order, money, postings } = world;
          const posted = money.rows.reduce((sum, row) => sum + row.posted, 0n);
          const [lost, inSuspense] = [balanceOf(postings, 'expense'), -balanceOf(postings, 'suspense')];
          expect(balanceOf(postings, 'treasury')).toBe(posted - order.surplusReturned);
          expect(order.creditedAmount + order.surplusReturned + inSuspense - lost).toBe(posted);
          // The returned amount named in an e-mail never decreases
          expect(order.surplusReturned >= surplusReturned).toBe(true);
          expect(lost >= 0n && inSuspense >= money.returning && order.creditedAmount >= 0n).toBe(true);
          // Only money that has left, or is leaving, can be lost
          const hasLeft = !PAID_NOT_SENT.includes(order.status) && SETTLED_STATUSES.includes(order.status);
          const isRefundHere = order.status === 'refund_pending' && !money.hasOutgoing;
          const gone = order.surplusReturned + money.returning + (hasLeft && !isRefundHere ? order.creditedAmount : 0n);
          expect(lost <= gone).toBe(true);
          // Exchanged, refunded or offered money is in the ledger
          if (PAID_NOT_SENT.includes(order.status) || isRefundHere) expect(lost === 0n || order.creditedAmount === 0n).toBe(true);
          if (PAID_NOT_SENT.includes(order.status)) expect(order.creditedAmount).toBe(order.incomeAmount);
          if (order.requote !== null) expect(order.requote.receivedAmount).toBe(order.creditedAmount);
          expect(order.receivedAmount >= order.creditedAmount + order.surplusReturned + inSuspense).toBe(true);
        }
      }),
      { numRuns: 600 },
    );
  });
});
