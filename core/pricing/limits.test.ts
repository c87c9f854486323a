import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundDownToPrecision, roundUpToPrecision, stepOf } from '#core/money/decimals.ts';
import { anyAmount, anyPrice } from '#tests/make/any-price.ts';
import { incomeFor, largestIncomeWithin, outcomeFor } from './convert.ts';
import type { DirectionPrice } from './direction-price.ts';
import { incomeLimitsOf, limitsOf } from './limits.ts';

it('limits equal the intersection of all rules, also where calculations are skipped', () => {
  // Near each other and far apart, below one step and above all
  const anyPart = fc.oneof(
    fc.bigInt({ min: 0n, max: 2_000n }),
    fc.bigInt({ min: 999_990n, max: 1_000_010n }),
    fc.bigInt({ min: 1n, max: 10n ** 9n }),
  );
  fc.assert(
    fc.property(anyPrice, anyAmount, fc.array(anyPart, { minLength: 7, maxLength: 7 }), (given, steps, parts) => {
      const x = steps * stepOf(given.income);
      const y = outcomeFor(given, x) + stepOf(given.outcome);
      const [a = 1n, b = 1n, c = 1n, d = 1n, e = 1n, f = 1n, g = 1n] = parts;
      const price: DirectionPrice = {
        ...given,
        income: { ...given.income, minAmount: (x * a) / 1_000_000n, maxAmount: (x * b) / 1_000_000n },
        outcome: { ...given.outcome, minAmount: (y * c) / 1_000_000n, maxAmount: (y * d) / 1_000_000n },
        direction: {
          ...given.direction,
          minIncome: e % 2n === 0n ? null : (x * e) / 1_000_000n,
          maxIncome: f % 2n === 0n ? null : (x * f) / 1_000_000n,
        },
      };
      const reserve = (y * g) / 1_000_000n;
      const { income, outcome, direction } = price;
      const least = (...amounts: bigint[]) => amounts.reduce((one, other) => (other < one ? other : one));
      const most = (...amounts: bigint[]) => amounts.reduce((one, other) => (other > one ? other : one));
      const floor = most(stepOf(outcome), roundUpToPrecision(outcome.minAmount, outcome));
      const cap = least(roundDownToPrecision(outcome.maxAmount, outcome), roundDownToPrecision(reserve, outcome));
      const atCap = outcomeFor(price, largestIncomeWithin(price, cap));
      const minIncome = most(
        incomeFor(price, floor),
        roundUpToPrecision(income.minAmount, income),
        roundUpToPrecision(direction.minIncome ?? 0n, income),
      );
      const maxIncome = least(
        atCap > 0n ? incomeFor(price, atCap) : 0n,
        roundDownToPrecision(income.maxAmount, income),
        roundDownToPrecision(direction.maxIncome ?? income.maxAmount, income),
      );
      expect(incomeLimitsOf(price, reserve)).toMatchObject({ minIncome, maxIncome });
      expect(limitsOf(price, reserve, null)).toMatchObject({ minIncome, maxIncome });
    }),
    { numRuns: 10_000 },
  );
});
