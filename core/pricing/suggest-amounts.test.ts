import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { stepOf } from '#core/money/decimals.ts';
import { fraction } from '#core/money/fraction.ts';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { incomeFor, outcomeFor } from './convert.ts';
import { priceDirection } from './direction-price.ts';
import { limitsOf } from './limits.ts';
import { price } from './price.ts';
import { isRound, rounderThan, suggestAllowed, suggestRounder } from './suggest-amounts.ts';

const RUB = { scale: 2, precision: 2 };

test.each([
  [984_713n, 1_000_000n],
  [1_013_700n, 1_000_000n],
  [244_900n, 250_000n],
  [343_333n, 350_000n],
  [773_311n, 800_000n],
  [743_311n, 750_000n],
  [723_311n, 700_000n],
  [123_456n, 120_000n],
  [980_000n, undefined],
  [10_000n, undefined],
  [99n, undefined],
  [0n, undefined],
])('%s is near the rounder %s', (amount, rounder) => expect(rounderThan(amount, RUB)).toBe(rounder));

test('suggested amounts fit the precision of the payment system', () => {
  expect(rounderThan(98_471n, { scale: 6, precision: 0 })).toBeUndefined();
  expect(rounderThan(1_984_713n, { scale: 6, precision: 0 })).toBe(2_000_000n);
});

const direction = priceDirection({
  direction: makeDirection({ incomeCode: 'FROM', outcomeCode: 'TO' }),
  income: makePaymentSystem({ code: 'FROM', scale: 6, precision: 2, minAmount: 20_130_000n, maxAmount: 20_000_000_000n }),
  outcome: makePaymentSystem({ code: 'TO', networkFee: 1_700n }),
  incomeUsd: fraction(1n, 1n),
  outcomeUsd: fraction(1n, 93n),
  premiumPpm: 0,
});
const limits = limitsOf(direction, 10n ** 12n, null);

describe('rounder amounts', () => {
  const shown = (side: 'income' | 'outcome', amount: bigint) => {
    const made = price(direction, { side, amount, reserve: 10n ** 12n, slot: null });
    if (!made.ok) throw new Error('refused');
    return suggestRounder(direction, limits, { side, ...made.value }).map((one) => [one.side, one.incomeAmount, one.outcomeAmount]);
  };

  it('are one for each side, with what each costs', () => {
    expect(shown('income', 101_370_000n)).toEqual([
      ['income', 100_000_000n, outcomeFor(direction, 100_000_000n)],
      ['outcome', incomeFor(direction, 900_000n), 900_000n],
    ]);
    expect(shown('outcome', 984_713n).map(([side, , outcome]) => [side, side === 'outcome' ? outcome : null])).toContainEqual([
      'outcome',
      1_000_000n,
    ]);
  });

  it('are not offered for a round amount', () => {
    expect(shown('income', 100_000_000n)).toEqual([]);
    expect(shown('outcome', 1_000_000n)).toEqual([]);
  });

  it('can always be exchanged as shown', () => {
    fc.assert(
      fc.property(fc.constantFrom('income' as const, 'outcome' as const), fc.bigInt({ min: 1n, max: 3_000_000n }), (side, steps) => {
        const amount = steps * stepOf(direction[side]);
        const made = price(direction, { side, amount, reserve: 10n ** 12n, slot: null });
        const offered = made.ok
          ? suggestRounder(direction, made.value.limits, { side, ...made.value })
          : suggestAllowed(direction, limits, { side, amount });
        if (!made.ok) expect(offered.length).toBeGreaterThan(0);
        for (const one of offered) {
          const suggestedAmount = one.side === 'income' ? one.incomeAmount : one.outcomeAmount;
          const again = price(direction, { side: one.side, amount: suggestedAmount, reserve: 10n ** 12n, slot: null });
          expect(again).toMatchObject({ ok: true, value: { incomeAmount: one.incomeAmount, outcomeAmount: one.outcomeAmount } });
          if (made.ok) expect(isRound(suggestedAmount)).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

test('outside the limits the suggestions are the limit and a round amount within it', () => {
  expect(suggestAllowed(direction, limits, { side: 'income', amount: 1n }).map((one) => one.incomeAmount)).toEqual([
    20_130_000n,
    21_000_000n,
  ]);
  expect(suggestAllowed(direction, limits, { side: 'income', amount: 10n ** 12n }).map((one) => one.incomeAmount)).toEqual([
    limits.maxIncome,
    ...(isRound(limits.maxIncome) ? [] : [(limits.maxIncome / 100_000_000n) * 100_000_000n]),
  ]);
  expect(suggestAllowed(direction, { ...limits, minIncome: 5n, maxIncome: 4n }, { side: 'income', amount: 1n })).toEqual([]);
  expect(suggestAllowed(direction, limits, { side: 'income', amount: 30_000_000n })).toEqual([]);
});
