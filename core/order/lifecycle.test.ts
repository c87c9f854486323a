import { describe, expect, it } from 'vitest';
import { makeCause } from '#tests/make/cause.ts';
import { makeOrder, makeQuote, ASSETS, NOW } from '#tests/make/order.ts';
import { imbalances } from '#core/ledger/account.ts';
import type { Cause } from './cause.ts';
import { createOrder, decide } from './decide.ts';
import { isCreationMove, isLegal, MOVES, MOVE_NAMES, movesFrom, targetOf, type StepName } from './lifecycle.ts';
import type { Actor } from '#core/lifecycle/state-machine.ts';
import { EXCHANGE_STATUSES, FINAL_STATUSES, isFinal, REOPENED_BY_LATE_MONEY, type OrderStatus } from './status.ts';

const ACTORS: readonly Actor[] = ['customer', 'system', 'provider', 'operator', 'second_operator'];

describe('the lifecycle', () => {
  it('reaches every state from a new order', () => {
    const reached = new Set(movesFrom('new').map(targetOf));
    for (let size = -1; size !== reached.size; ) {
      size = reached.size;
      for (const state of reached) for (const move of movesFrom(state)) reached.add(targetOf(move));
    }
    expect([...reached].sort()).toEqual([...EXCHANGE_STATUSES].sort());
  });

  it('leads out of every state that is not final, and out of final ones only by late money', () => {
    for (const status of EXCHANGE_STATUSES) {
      if (!isFinal(status)) expect(movesFrom(status), status).not.toHaveLength(0);
    }
    for (const status of FINAL_STATUSES) {
      const isReopened = (REOPENED_BY_LATE_MONEY as readonly string[]).includes(status);
      expect(movesFrom(status), status).toEqual(isReopened ? ['reopen'] : []);
    }
  });

  it('leads from every state to an end without any action of the customer', () => {
    const ends = new Set<string>(FINAL_STATUSES);
    const leadsToEnd = (from: OrderStatus, seen: Set<string>): boolean => {
      if (ends.has(from)) return true;
      if (seen.has(from)) return false;
      seen.add(from);
      return ACTORS.filter((actor) => actor !== 'customer').some((actor) =>
        movesFrom(from, actor).some((move) => leadsToEnd(targetOf(move), seen)),
      );
    };
    for (const status of EXCHANGE_STATUSES) expect(leadsToEnd(status, new Set()), status).toBe(true);
  });

  it('never pays out in a final state, and pays out only what is paid', () => {
    expect(MOVE_NAMES.filter((move) => targetOf(move) === 'payout_pending').flatMap((move) => [...MOVES[move].from])).toEqual([
      'paid',
      'payout_failed',
    ]);
    expect(movesFrom('payout_sent')).toEqual(['complete', 'fail_payout']);
  });

  it('answers every state x move x actor: a balanced decision exactly where the table has a row, else a conflict', () => {
    for (const status of EXCHANGE_STATUSES) {
      for (const move of MOVE_NAMES.filter((name) => !isCreationMove(name)) as StepName[]) {
        for (const by of ACTORS) {
          const credited = [
            'paid',
            'payout_pending',
            'payout_sent',
            'payout_failed',
            'refund_pending',
            'requote',
            'compliance_hold',
          ].includes(status)
            ? 100_000_000n
            : 0n;
          const order = makeOrder(status, { creditedAmount: credited, receivedAmount: credited });
          const decided = decide(order, makeCause(move, by), ASSETS);
          if (!isLegal(move, status, by)) {
            expect(decided, `${status} ${move} ${by}`).toEqual({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
          } else if (decided.ok) {
            expect(decided.value.order.status).toBe(targetOf(move));
            expect(decided.value.order.version).toBe(order.version + 1);
            for (const posting of decided.value.postings) expect(imbalances(posting), `${status} ${move}`).toEqual([]);
          }
        }
      }
    }
  });

  it('requires a note if the customer sees the reason', () => {
    for (const [move, status] of [
      ['reject', 'moderation'],
      ['refuse_verification', 'awaiting_verification'],
      ['refund', 'paid'],
    ] as const) {
      const order = makeOrder(status, { creditedAmount: status === 'paid' ? 100_000_000n : 0n });
      expect(decide(order, { ...makeCause(move, 'operator'), note: '  ' } as Cause, ASSETS)).toEqual({
        ok: false,
        refusals: [{ code: 'required', field: 'note' }],
      });
    }
  });

  it('lets a customer neither cancel after money was seen, nor claim after the deadline', () => {
    const seen = makeOrder('awaiting_payment', { receivedAmount: 1n });
    expect(decide(seen, { move: 'cancel', by: 'customer', now: NOW }, ASSETS).ok).toBe(false);
    const late = makeOrder('awaiting_payment', { expiresAt: NOW - 1 });
    expect(decide(late, { move: 'claim_payment', by: 'customer', now: NOW, invoiceId: null, txHash: null }, ASSETS).ok).toBe(false);
  });

  it('accepts for each move only its own facts and actors', () => {
    // @ts-expect-error -- settling needs the money that was seen
    const withoutMoney: Cause = { move: 'settle_payment', by: 'provider', now: NOW };
    // @ts-expect-error -- a customer never settles
    const byCustomer: Cause = { ...makeCause('settle_payment', 'provider'), move: 'settle_payment', by: 'customer' };
    // @ts-expect-error -- a cancel credits nothing
    const withCredit: Cause = { move: 'cancel', by: 'customer', now: NOW, credit: 1n };
    expect([withoutMoney, byCustomer, withCredit].map((cause) => cause.move)).toEqual(['settle_payment', 'settle_payment', 'cancel']);
  });

  it('creates an order with its whole hold, at the amounts of its quote', () => {
    const draft = {
      id: 'order1',
      userId: null,
      email: 'guest@example.org',
      locale: 'ru',
      incomeWallet: 'a',
      outcomeWallet: 'b',
      quote: makeQuote(),
      refundRule: null,
      promisedMinutes: null,
    } as const;
    for (const move of MOVE_NAMES.filter(isCreationMove)) {
      const { order, hold, from } = createOrder({ move, by: 'customer', now: NOW, draft });
      expect([from, order.status, order.version]).toEqual(['new', targetOf(move), 1]);
      expect(hold).toEqual({ do: 'adjust', amount: 900_000n });
      expect(order.expiresAt).toBeGreaterThan(NOW);
    }
  });

  it('exchanges only money that has arrived, and rejects no order with money', () => {
    const refused = [
      decide(makeOrder('compliance_hold'), makeCause('clear_compliance', 'operator'), ASSETS),
      decide(makeOrder('requote', { creditedAmount: 99n }), makeCause('accept_requote', 'customer'), ASSETS),
      decide(makeOrder('moderation', { receivedAmount: 1n }), makeCause('reject', 'operator'), ASSETS),
    ];
    for (const decided of refused) expect(decided).toEqual({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
  });

  it('refunds from moderation what was never exchanged, and locks no floating rate', () => {
    const refunded = decide(makeOrder('moderation', { creditedAmount: 1n }), makeCause('refund', 'operator'), ASSETS);
    expect(refunded).toMatchObject({ ok: true, value: { hold: { do: 'void' }, postings: [] } });
    const given = (rateType: 'fixed' | 'floating') =>
      decide(makeOrder('awaiting_requisites', { rateType }), makeCause('give_requisites', 'system'), ASSETS);
    expect(given('floating')).toMatchObject({ value: { order: { rateLockedUntil: null, expiresAt: NOW + 1 } } });
    expect(given('fixed')).toMatchObject({ value: { order: { rateLockedUntil: NOW + 1, expiresAt: NOW + 1 } } });
  });
});
