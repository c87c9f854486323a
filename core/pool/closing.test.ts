import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { makePooledRequisite } from '#tests/make/pooled-requisite.ts';
import { poolOutage, acceptedRange } from './closing.ts';
import { chooseRequisite, type PooledRequisite } from './requisite.ts';

/** A Wednesday, 15:00 by Moscow. */
const NOW = Date.UTC(2026, 10, 18, 12);
const until = NOW + 20 * MINUTE_MS;
const SYSTEM = { min: 1_000n, max: 50_000n, step: 1n, now: NOW };

describe('the range a pool accepts', () => {
  it.each<[string, readonly Partial<PooledRequisite>[], { min: bigint; max: bigint } | null]>([
    ['equals the limits of the payment system without narrower limits', [{}], { min: 1_000n, max: 50_000n }],
    ['is empty without requisites', [], null],
    ['ends at the largest maximum of any requisite', [{ maxAmount: 5_000n }, { maxAmount: 9_000n }], { min: 1_000n, max: 9_000n }],
    ['begins at the smallest minimum of any requisite', [{ minAmount: 3_000n }, { minAmount: 2_000n }], { min: 2_000n, max: 50_000n }],
    [
      'excludes held requisites',
      [{ sharing: 'single', openOrders: [{ amount: 1n, until }] }, { maxAmount: 5_000n }],
      { min: 1_000n, max: 5_000n },
    ],
    [
      'excludes frozen and closed requisites',
      [{ state: 'frozen' }, { worksFrom: 0, worksUntil: 60 }, { maxAmount: 5_000n }],
      { min: 1_000n, max: 5_000n },
    ],
    [
      'ends at the rest of the daily limit, less open orders',
      [{ sharing: 'unique_amount', dailyAmount: 20_000n, today: { amount: 9_000n, count: 3 }, openOrders: [{ amount: 4_000n, until }] }],
      { min: 1_000n, max: 7_000n },
    ],
    [
      'ends at the rest of the monthly limit',
      [{ monthlyAmount: 20_000n, month: { amount: 17_000n, count: 3 } }],
      { min: 1_000n, max: 3_000n },
    ],
    [
      'ends below amounts of other orders and expected late amounts',
      [
        {
          sharing: 'unique_amount',
          maxAmount: 5_000n,
          dailyAmount: 10_000n,
          openOrders: [{ amount: 5_000n, until }],
          lateAmounts: [4_999n],
        },
      ],
      { min: 1_000n, max: 4_998n },
    ],
    ['is empty where the rest of the day is below the minimum', [{ dailyAmount: 10_000n, today: { amount: 9_500n, count: 1 } }], null],
    ['is empty where the minimum exceeds the limit of the system', [{ minAmount: 60_000n }], null],
  ])('%s', (_what, pool, expected) => {
    expect(acceptedRange(pool.map(makePooledRequisite), SYSTEM)).toEqual(expected);
  });

  it('has both ends available, and is empty exactly where the pool is closed', () => {
    const amount = fc.bigInt({ min: 1n, max: 60_000n });
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    const made = fc.record({
      id: fc.uuid(),
      state: fc.constantFrom('active', 'frozen'),
      sharing: fc.constantFrom('single', 'unique_amount'),
      minAmount: maybe(fc.bigInt({ min: 1n, max: 50_000n })),
      maxAmount: maybe(amount),
      dailyAmount: maybe(amount),
      dailyCount: maybe(fc.nat(4)),
      restMinutes: fc.nat(30),
      openOrders: fc.array(fc.record({ amount, until: fc.integer({ min: NOW + 1, max: NOW + HOUR_MS }) }), { maxLength: 3 }),
      lateAmounts: fc.array(amount, { maxLength: 3 }),
      recentAmounts: fc.array(amount, { maxLength: 3 }),
      today: fc.record({ amount, count: fc.nat(4) }),
    });
    fc.assert(
      fc.property(fc.array(made, { maxLength: 6 }), (given) => {
        const pool = given.map((one) => makePooledRequisite(one as Partial<PooledRequisite>));
        const range = acceptedRange(pool, SYSTEM);
        expect(range === null).toBe(poolOutage(pool, SYSTEM) !== null);
        for (const end of range === null ? [] : [range.min, range.max])
          expect(chooseRequisite(pool, { amount: end, step: 1n, now: NOW }).outcome).toBe('given');
        if (range !== null) expect(range.max).toBeLessThanOrEqual(SYSTEM.max);
      }),
      { numRuns: 2_000 },
    );
  });
});
