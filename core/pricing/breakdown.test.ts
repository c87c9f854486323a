import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepOf } from '#core/money/decimals.ts';
import { fraction } from '#core/money/fraction.ts';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { breakdownOf } from './breakdown.ts';
import { incomeFor, outcomeFor } from './convert.ts';
import { type DirectionPrice, priceDirection } from './direction-price.ts';

const MANY = 10n ** 60n;
const side = fc.record({
  scale: fc.integer({ min: 0, max: 18 }),
  coarser: fc.integer({ min: 0, max: 10 }),
  usd: fc.bigInt({ min: 1n, max: 10n ** 15n }),
});
const ppm = (max: number) => fc.integer({ min: 0, max });
const fee = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 6n }));

const anyPrice = fc
  .record({
    from: side,
    to: side,
    marginPpm: ppm(100_000),
    better: ppm(100_000),
    incomeFeePpm: ppm(50_000),
    outcomeFeePpm: ppm(50_000),
    premiumPpm: ppm(20_000),
    incomeFeeFixed: fee,
    outcomeFeeFixed: fee,
    networkFee: fee,
  })
  .map(({ from, to, networkFee, premiumPpm, better, ...direction }): DirectionPrice => {
    const system = (code: string, { scale, coarser }: typeof from) =>
      makePaymentSystem({ code, scale, precision: Math.max(0, scale - coarser), minAmount: 1n, maxAmount: MANY });
    return priceDirection({
      direction: makeDirection({
        incomeCode: 'FROM',
        outcomeCode: 'TO',
        steps: [{ fromIncome: 10n ** 6n, marginPpm: better }],
        ...direction,
      }),
      income: system('FROM', from),
      outcome: { ...system('TO', to), networkFee },
      incomeUsd: fraction(from.usd, 10n ** 9n),
      outcomeUsd: fraction(to.usd, 10n ** 9n),
      premiumPpm,
    });
  });
const anyAmount = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 30n }));

const sumOf = (lines: readonly { readonly amount: bigint }[]): bigint => lines.reduce((sum, line) => sum + line.amount, 0n);

describe('breakdown', () => {
  it('adds up to the exact outcome, by either amount; only the market value is positive', () => {
    fc.assert(
      fc.property(anyPrice, anyAmount, (price, steps) => {
        const incomeAmount = steps * stepOf(price.income);
        const outcomeAmount = outcomeFor(price, incomeAmount);
        if (outcomeAmount === 0n) return;
        const least = incomeFor(price, outcomeAmount);
        for (const amounts of [
          { incomeAmount, outcomeAmount },
          { incomeAmount: least, outcomeAmount },
        ]) {
          const [market, ...taken] = breakdownOf(price, { ...amounts, reference: price.reference });
          expect(market?.kind).toBe('market');
          expect((market?.amount ?? 0n) + sumOf(taken)).toBe(outcomeAmount);
          expect(taken.filter((line) => line.amount >= 0n)).toEqual([]);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('names each fee in money: margin 1 %, surcharge 0.5 %, 3 fixed and 1 network fee on 1 000 at rate 2', () => {
    const system = (code: string) => makePaymentSystem({ code, scale: 2, precision: 2, minAmount: 1n, maxAmount: MANY });
    const price = priceDirection({
      direction: makeDirection({ incomeCode: 'FROM', outcomeCode: 'TO', marginPpm: 10_000, outcomeFeeFixed: 300n }),
      income: system('FROM'),
      outcome: { ...system('TO'), networkFee: 100n },
      incomeUsd: fraction(2n, 1n),
      outcomeUsd: fraction(1n, 1n),
      premiumPpm: 5_000,
    });
    const outcomeAmount = outcomeFor(price, 100_000n);
    expect(breakdownOf(price, { incomeAmount: 100_000n, outcomeAmount, reference: price.reference })).toEqual([
      { kind: 'market', amount: 200_000n },
      { kind: 'service', amount: -2_000n },
      { kind: 'slot', amount: -990n },
      { kind: 'fixed', amount: -300n },
      { kind: 'network', amount: -100n },
    ]);
    expect(outcomeAmount).toBe(196_610n);
  });
});
