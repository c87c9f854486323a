import fc from 'fast-check';
import { pow10 } from '#core/money/decimals.ts';
import { fraction } from '#core/money/fraction.ts';
import { priceDirection, type DirectionPrice } from '#core/pricing/direction-price.ts';
import { makeDirection, makePaymentSystem } from './catalogue.ts';

const MANY = 10n ** 60n;

/** A direction with random settings between two systems of random decimals at random prices. */
export const anyPrice = fc
  .record({
    from: fc.record({
      scale: fc.integer({ min: 0, max: 18 }),
      coarser: fc.integer({ min: 0, max: 10 }),
      usd: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    }),
    to: fc.record({
      scale: fc.integer({ min: 0, max: 18 }),
      coarser: fc.integer({ min: 0, max: 10 }),
      usd: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    }),
    margins: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 4 }),
    gaps: fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 3, maxLength: 3 }),
    incomeFeePpm: fc.integer({ min: 0, max: 50_000 }),
    outcomeFeePpm: fc.integer({ min: 0, max: 50_000 }),
    premiumPpm: fc.integer({ min: 0, max: 20_000 }),
    incomeFeeFixed: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    outcomeFeeFixed: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    networkFee: fc.bigInt({ min: 0n, max: 10n ** 6n }),
  })
  .map((given): DirectionPrice => {
    const system = (code: string, side: typeof given.from) =>
      makePaymentSystem({ code, scale: side.scale, precision: Math.max(0, side.scale - side.coarser), minAmount: 1n, maxAmount: MANY });
    let fromIncome = 0n;
    const [marginPpm = 0, ...better] = given.margins;
    const steps = better.map((stepMargin, i) => {
      fromIncome += (given.gaps[i] ?? 1n) * pow10(Math.min(given.from.coarser, given.from.scale));
      return { fromIncome, marginPpm: stepMargin };
    });
    const { incomeFeePpm, outcomeFeePpm, incomeFeeFixed, outcomeFeeFixed, premiumPpm } = given;
    return priceDirection({
      direction: makeDirection({
        incomeCode: 'FROM',
        outcomeCode: 'TO',
        marginPpm,
        steps,
        incomeFeePpm,
        outcomeFeePpm,
        incomeFeeFixed,
        outcomeFeeFixed,
      }),
      income: system('FROM', given.from),
      outcome: { ...system('TO', given.to), networkFee: given.networkFee },
      incomeUsd: fraction(given.from.usd, 10n ** 9n),
      outcomeUsd: fraction(given.to.usd, 10n ** 9n),
      premiumPpm,
    });
  });
/** Amounts of every size. */
export const anyAmount = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 1n, max: 10n ** 30n }),
);
