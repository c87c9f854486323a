import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { makePooledRequisite as pooledOf } from '#tests/make/pooled-requisite.ts';
import { bankPeriods, chooseRequisite, requisiteState, type PooledRequisite } from './requisite.ts';

/** A Wednesday, 15:00 by Moscow. */
const NOW = Date.UTC(2026, 10, 18, 12);

const judge = (given: Partial<PooledRequisite>, amount = 5_000n, now = NOW) => requisiteState(pooledOf(given), amount, 1n, now);
const until = NOW + 20 * MINUTE_MS;

describe('a requisite', () => {
  it.each([
    ['is free', {}, { fit: 'free', amount: 5_000n }],
    ['is frozen', { state: 'frozen' as const }, { fit: 'never', block: 'frozen' }],
    ['has a higher minimum', { minAmount: 5_001n }, { fit: 'never', block: 'amount' }],
    ['has a lower maximum', { maxAmount: 4_999n }, { fit: 'never', block: 'amount' }],
    ['has a lower daily limit', { dailyAmount: 4_999n }, { fit: 'never', block: 'amount' }],
    [
      'is held, then pauses',
      { openOrders: [{ amount: 1n, until }], restMinutes: 5 },
      { fit: 'later', block: 'held', at: until + 5 * MINUTE_MS },
    ],
    ['pauses', { releasedAt: NOW - MINUTE_MS, restMinutes: 5 }, { fit: 'later', block: 'resting', at: NOW + 4 * MINUTE_MS }],
    ['has paused', { releasedAt: NOW - 5 * MINUTE_MS, restMinutes: 5 }, { fit: 'free', amount: 5_000n }],
    [
      'has reached its daily amount',
      { dailyAmount: 9_999n, today: { amount: 5_000n, count: 1 } },
      { fit: 'later', block: 'limit_reached', at: Date.UTC(2026, 10, 18, 21) },
    ],
    [
      'has reached its daily number of transfers',
      { dailyCount: 2, today: { amount: 2n, count: 2 } },
      { fit: 'later', block: 'limit_reached', at: Date.UTC(2026, 10, 18, 21) },
    ],
    [
      'has reached its monthly amount',
      { monthlyAmount: 9_999n, month: { amount: 5_000n, count: 1 } },
      { fit: 'later', block: 'limit_reached', at: Date.UTC(2026, 10, 30, 21) },
    ],
    [
      'is closed until tomorrow morning',
      { worksFrom: 9 * 60, worksUntil: 15 * 60 },
      { fit: 'later', block: 'out_of_hours', at: Date.UTC(2026, 10, 19, 6) },
    ],
    ['works at night', { worksFrom: 22 * 60, worksUntil: 8 * 60 }, { fit: 'later', block: 'out_of_hours', at: Date.UTC(2026, 10, 18, 19) }],
    ['works', { worksFrom: 9 * 60, worksUntil: 15 * 60 + 1 }, { fit: 'free', amount: 5_000n }],
    [
      'offers another amount where this one is taken or expected late',
      { sharing: 'unique_amount' as const, openOrders: [{ amount: 5_000n, until }], lateAmounts: [5_001n], recentAmounts: [5_002n] },
      { fit: 'free', amount: 5_003n },
    ],
  ])('%s', (_what, given, expected) => {
    expect(judge(given)).toEqual(expected);
  });

  it('has no more unique amounts than steps, and counts open orders against its limits', () => {
    const held = Array.from({ length: 100 }, (_, index) => ({ amount: 5_000n + BigInt(index), until }));
    expect(judge({ sharing: 'unique_amount', openOrders: held })).toEqual({ fit: 'later', block: 'no_amount_left', at: until });
    expect(judge({ sharing: 'unique_amount', dailyAmount: 9_999n, openOrders: [{ amount: 5_000n, until }] })).toMatchObject({
      block: 'limit_reached',
      at: until,
    });
  });

  it('counts days and months by Moscow', () => {
    const lastMinute = Date.UTC(2026, 11, 31, 20, 59);
    expect(bankPeriods(lastMinute)).toEqual({
      day: Date.UTC(2026, 11, 30, 21),
      nextDay: lastMinute + MINUTE_MS,
      month: Date.UTC(2026, 10, 30, 21),
      nextMonth: lastMinute + MINUTE_MS,
    });
  });
});

describe('the choice', () => {
  const choose = (...pool: PooledRequisite[]) => chooseRequisite(pool, { amount: 5_000n, step: 1n, now: NOW });
  it('prefers the least used today, then the longest unused, and one without an expected late payment', () => {
    expect(choose(pooledOf({ today: { amount: 1n, count: 1 } }), pooledOf({ id: 'b' }))).toMatchObject({ id: 'b' });
    expect(choose(pooledOf({ lastGivenAt: NOW - 1 }), pooledOf({ id: 'b', lastGivenAt: NOW - 2 }))).toMatchObject({ id: 'b' });
    expect(
      choose(pooledOf({ lateAmounts: [5_000n] }), pooledOf({ id: 'b', lateAmounts: [1n], today: { amount: 1n, count: 9 } })),
    ).toMatchObject({
      id: 'b',
    });
  });
  it('returns when the next requisite is free, or why none will be', () => {
    expect(choose(pooledOf({ openOrders: [{ amount: 1n, until }] }), pooledOf({ releasedAt: NOW, restMinutes: 3 }))).toEqual({
      outcome: 'later',
      at: NOW + 3 * MINUTE_MS,
    });
    expect(choose(pooledOf({ state: 'frozen' }), pooledOf({ maxAmount: 1n }))).toEqual({ outcome: 'none', block: 'amount' });
    expect(choose()).toEqual({ outcome: 'none', block: 'empty' });
  });
  it('never gives a requisite that is taken, frozen, closed or beyond a limit', () => {
    const amount = fc.bigInt({ min: 1n, max: 20_000n });
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    const pooled = fc.record({
      id: fc.uuid(),
      state: fc.constantFrom('active', 'frozen'),
      sharing: fc.constantFrom('single', 'unique_amount'),
      minAmount: maybe(amount),
      maxAmount: maybe(amount),
      dailyAmount: maybe(amount),
      dailyCount: maybe(fc.nat(4)),
      restMinutes: fc.nat(30),
      openOrders: fc.array(fc.record({ amount, until: fc.integer({ min: NOW - HOUR_MS, max: NOW + HOUR_MS }) }), { maxLength: 3 }),
      lateAmounts: fc.array(amount, { maxLength: 3 }),
      today: fc.record({ amount, count: fc.nat(4) }),
      releasedAt: maybe(fc.integer({ min: NOW - HOUR_MS, max: NOW })),
    });
    fc.assert(
      fc.property(fc.array(pooled, { maxLength: 8 }), amount, (made, wantedAmount) => {
        const pool = made.map((one) => pooledOf(one as Partial<PooledRequisite>));
        const chosen = chooseRequisite(pool, { amount: wantedAmount, step: 1n, now: NOW });
        if (chosen.outcome === 'later') expect(chosen.at).toBeGreaterThanOrEqual(NOW);
        if (chosen.outcome !== 'given') return;
        const one = pool.find(({ id }) => id === chosen.id);
        expect(one?.state).toBe('active');
        expect(one?.sharing === 'single' ? one.openOrders : []).toEqual([]);
        expect([
          ...(one?.openOrders ?? []).map((held) => held.amount),
          ...(one?.sharing === 'single' ? [] : (one?.lateAmounts ?? [])),
        ]).not.toContain(chosen.amount);
        const held = (one?.openOrders ?? []).reduce((sum, other) => sum + other.amount, 0n);
        expect((one?.today.amount ?? 0n) + held + chosen.amount <= (one?.dailyAmount ?? 10n ** 12n)).toBe(true);
        expect(chosen.amount - wantedAmount).toBeLessThan(100n);
      }),
      { numRuns: 2_000 },
    );
  });
});
