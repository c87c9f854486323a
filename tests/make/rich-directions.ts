import fc from 'fast-check';
import { WEEKDAYS } from '#core/time/local-time.ts';
import { fraction } from '#core/money/fraction.ts';
import { NO_FILE_FLAGS } from '#core/payment-system/direction-rules.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { pairKey, type PriceConditions } from '#core/pricing/price-terms.ts';
import { referenceOf } from '#core/pricing/direction-price.ts';
import type { Snapshot } from '#server/market/snapshot.ts';
import { makeDirection, TEST_PAYMENT_SYSTEMS } from './catalogue.ts';
import { makeSnapshot, PRICED_AT } from './rates.ts';

const anyHours = fc.record({
  fromMinute: fc.integer({ min: 0, max: 1_439 }),
  toMinute: fc.integer({ min: 0, max: 1_439 }),
  days: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 })),
});
const addPpm = fc.integer({ min: -4_000, max: 20_000 });
/** A share in thousandths. */
const share = fc.bigInt({ min: 1n, max: 2_000n });

/** A direction with every possible setting; outcomes never fall below zero, so that chains can be tested. */
const anyRichDirection = (income: PaymentSystem, outcome: PaymentSystem): fc.Arbitrary<Direction> =>
  fc
    .record({
      rateType: fc.constantFrom<Direction['rateType'][]>('fixed', 'floating'),
      marginPpm: fc.integer({ min: 8_000, max: 60_000 }),
      steps: fc.array(fc.record({ at: share, marginPpm: fc.integer({ min: 8_000, max: 60_000 }) }), { maxLength: 3 }),
      incomeFeePpm: fc.constantFrom(0, 0, 7_500),
      outcomeFeePpm: fc.constantFrom(0, 0, 3_000),
      incomeFeeFixed: fc.constantFrom(0n, 0n, income.minAmount / 50n),
      outcomeFeeFixed: fc.constantFrom(0n, 0n, outcome.minAmount / 100n),
      minIncome: fc.option(share.map((part) => (income.minAmount * part) / 500n)),
      maxIncome: fc.option(share.map((part) => (income.maxAmount * part) / 1_000n)),
      marginByReserve: fc
        .uniqueArray(share, { maxLength: 2 })
        .chain((levels) =>
          fc
            .tuple(...levels.map(() => addPpm))
            .map((adds) =>
              levels
                .toSorted((a, b) => Number(a - b))
                .map((level, i) => ({ belowReserve: (outcome.maxAmount * level) / 1_000n, addPpm: adds[i] ?? 0 })),
            ),
        ),
      marginByHour: fc.array(
        anyHours.chain((hours) => addPpm.map((add) => ({ ...hours, addPpm: add }))),
        { maxLength: 1 },
      ),
      monitorRule: fc.option(
        fc.record({
          place: fc.integer({ min: 1, max: 3 }),
          leastMarginPpm: fc.constantFrom(2_000, 4_000),
          mostMarginPpm: fc.constantFrom(null, 50_000),
        }),
      ),
      verification: fc.oneof(
        fc.constantFrom<Direction['verification'][]>({ rule: 'never' }, { rule: 'always' }),
        share.map((part) => ({ rule: 'above', incomeAmount: income.minAmount * part }) as const),
      ),
      workHours: fc.option(fc.array(anyHours, { minLength: 1, maxLength: 2 }), { freq: 4 }),
      etaMinutes: fc.constantFrom(3, 90),
      city: fc.option(fc.constantFrom('MSK', 'SPB')),
      flags: fc.record({
        juridical: fc.boolean(),
        otherin: fc.boolean(),
        otherout: fc.boolean(),
        card2card: fc.boolean(),
        verifying: fc.boolean(),
        reg: fc.boolean(),
        hiddenFromFile: fc.constantFrom(false, false, false, true),
      }),
    })
    .map(({ steps, flags, city, ...settings }) =>
      makeDirection({
        incomeCode: income.code,
        outcomeCode: outcome.code,
        ...settings,
        steps: steps
          .map(({ at, marginPpm }) => ({ fromIncome: income.minAmount * at, marginPpm }))
          .toSorted((a, b) => Number(a.fromIncome - b.fromIncome)),
        fileFlags: { ...NO_FILE_FLAGS, ...flags, city },
      }),
    );

/** Every ordered pair of the test payment systems, with every kind of setting. */
const anyRichDirections: fc.Arbitrary<readonly Direction[]> = fc.tuple(
  ...TEST_PAYMENT_SYSTEMS.flatMap((income) =>
    TEST_PAYMENT_SYSTEMS.filter((outcome) => outcome !== income).map((outcome) => anyRichDirection(income, outcome)),
  ),
);

/** Price conditions of such directions; competitors are close to the market price. */
const anyConditions = (
  directions: readonly Direction[],
  marketOf: (direction: Direction) => { readonly num: bigint; readonly den: bigint },
): fc.Arbitrary<PriceConditions> =>
  fc
    .record({
      time: fc.option(fc.record({ weekday: fc.constantFrom(...WEEKDAYS), minute: fc.integer({ min: 0, max: 1_439 }) })),
      reserves: fc.tuple(
        ...TEST_PAYMENT_SYSTEMS.map((system) => share.map((part) => [system.code, (system.maxAmount * part) / 1_000n] as const)),
      ),
      fees: fc.subarray(TEST_PAYMENT_SYSTEMS.map((system) => [system.code, system.minAmount / 40n] as const)),
      rivals: fc.tuple(...directions.map(() => fc.integer({ min: 930_000, max: 999_000 }))),
    })
    .map(({ time, reserves, fees, rivals }) => ({
      time,
      reserves: new Map(reserves),
      networkFees: new Map(fees),
      places: new Map(
        directions.flatMap((direction, i) => {
          const { num, den } = marketOf(direction);
          return direction.monitorRule === null
            ? []
            : [[pairKey(direction), fraction(num * BigInt(rivals[i] ?? 1), den * 1_000_000n)] as const];
        }),
      ),
    }));

/** Demo prices of the test payment systems. */
export const startingPrices = (): Promise<Snapshot> =>
  makeSnapshot({ takenAt: PRICED_AT, symbols: [...new Set(TEST_PAYMENT_SYSTEMS.map((system) => system.marketSymbol))] });

/** Directions with every setting, and the same prices under all kinds of conditions. */
export function anyRichWorld(start: Snapshot): fc.Arbitrary<{ readonly directions: readonly Direction[]; readonly snapshot: Snapshot }> {
  const usdOf = (code: string) =>
    start.prices.get(TEST_PAYMENT_SYSTEMS.find((system) => system.code === code)?.marketSymbol ?? '') ?? fraction(1n, 1n);
  const marketOf = ({ incomeCode, outcomeCode }: Direction) => referenceOf(usdOf(incomeCode), usdOf(outcomeCode));
  return anyRichDirections.chain((directions) =>
    anyConditions(directions, marketOf).map((conditions) => ({ directions, snapshot: { ...start, conditions } })),
  );
}
