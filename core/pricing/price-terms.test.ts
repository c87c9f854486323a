import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compare, fraction, multiply } from '#core/money/fraction.ts';
import type { MonitorRule } from '#core/payment-system/direction-rules.ts';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { outcomeFor } from './convert.ts';
import { priceDirection } from './direction-price.ts';
import { networkFeeIn } from './network-fee.ts';
import { NO_CONDITIONS, termsOf, type PriceConditions } from './price-terms.ts';

const PAIR = { incomeCode: 'FROM', outcomeCode: 'TO' };
const outcome = makePaymentSystem({ code: 'TO', networkFee: 700n });
const terms = (given: Parameters<typeof makeDirection>[0], conditions: Partial<PriceConditions>) =>
  termsOf(makeDirection(given), outcome, { ...NO_CONDITIONS, ...conditions });

describe('conditions of a price besides the market', () => {
  test.each([
    [undefined, 0],
    [0n, 9_000],
    [999n, 9_000],
    [1_000n, 4_000],
    [4_999n, 4_000],
    [5_000n, 0],
  ])('a reserve of %s adds %i: the first level it is below, and no other', (reserve, addPpm) => {
    const marginByReserve = [
      { belowReserve: 1_000n, addPpm: 9_000 },
      { belowReserve: 5_000n, addPpm: 4_000 },
    ];
    const reserves = new Map(reserve === undefined ? [] : [['TO', reserve]]);
    expect(terms({ ...PAIR, marginByReserve }, { reserves }).addPpm).toBe(addPpm);
  });

  test.each([
    [1, 600, 0],
    [1, 1_380, 5_000],
    [6, 30, 5_000],
    [6, 1_390, 3_000],
  ] as const)('day %i, minute %i adds %i: hours that overlap add up', (weekday, minute, addPpm) => {
    const marginByHour = [
      { fromMinute: 1_380, toMinute: 420, days: null, addPpm: 5_000 },
      { fromMinute: 1_200, toMinute: 1_440, days: [6] as const, addPpm: -2_000 },
    ];
    expect(terms({ ...PAIR, marginByHour }, { time: { weekday, minute } }).addPpm).toBe(addPpm);
    expect(terms({ ...PAIR, marginByHour }, { time: null }).addPpm).toBe(0);
  });

  it('uses the rail’s estimate of the network fee where there is one', () => {
    expect(terms(PAIR, {}).networkFee).toBe(700n);
    expect(terms(PAIR, { networkFees: new Map([['TO', 90n]]) }).networkFee).toBe(90n);
    const income = makePaymentSystem({ code: 'FROM' });
    const input = {
      direction: makeDirection(PAIR),
      income,
      outcome,
      incomeUsd: fraction(1n, 1n),
      outcomeUsd: fraction(1n, 1n),
      premiumPpm: 0,
    };
    const dear = outcomeFor(priceDirection(input), 1_000_000n);
    const cheap = outcomeFor(priceDirection({ ...input, terms: { addPpm: 0, networkFee: 90n, rival: null } }), 1_000_000n);
    expect(cheap - dear).toBe(610n);
  });

  it('adds to every step, so that a larger amount never gets a worse margin', () => {
    const steps = [{ fromIncome: 1_000n, marginPpm: 5_000 }];
    const income = makePaymentSystem({ code: 'FROM' });
    const input = {
      direction: makeDirection({ ...PAIR, steps }),
      income,
      outcome,
      incomeUsd: fraction(1n, 1n),
      outcomeUsd: fraction(1n, 1n),
      premiumPpm: 0,
    };
    const margins = (addPpm: number) =>
      priceDirection({ ...input, terms: { addPpm, networkFee: 0n, rival: null } }).bands.map((band) => band.marginPpm);
    expect(margins(2_500)).toEqual([12_500, 7_500]);
    expect(margins(-120_000)).toEqual([-100_000]);
  });
});

describe('the n-th position in a rate monitor’s list, never below a margin', () => {
  const income = makePaymentSystem({ code: 'FROM' });
  const priced = (
    monitorRule: MonitorRule | null,
    given: { rival: ReturnType<typeof fraction> | null; marginPpm?: number; incomeFeePpm?: number },
  ) =>
    priceDirection({
      direction: makeDirection({ ...PAIR, monitorRule, marginPpm: given.marginPpm ?? 20_000, incomeFeePpm: given.incomeFeePpm ?? 0 }),
      income,
      outcome,
      incomeUsd: fraction(1n, 1n),
      outcomeUsd: fraction(1n, 100n),
      premiumPpm: 0,
      terms: { addPpm: 0, networkFee: 0n, rival: given.rival },
    }).bands[0];
  const RULE: MonitorRule = { place: 2, leastMarginPpm: 5_000, mostMarginPpm: 30_000 };

  it.each([
    ['is just ahead of the rival', RULE, fraction(99n, 1n), 9_999],
    ['stops at the minimum margin', RULE, fraction(9_990n, 100n), 5_000],
    ['stops at the maximum margin', RULE, fraction(90n, 1n), 30_000],
    ['never exceeds its own margin without a maximum', { ...RULE, mostMarginPpm: null }, fraction(90n, 1n), 20_000],
    ['keeps its own margin while the list is unavailable', RULE, null, 20_000],
    ['keeps its own margin without a rule', null, fraction(99n, 1n), 20_000],
  ] as const)('%s', (_, rule, rival, marginPpm) => expect(priced(rule, { rival })?.marginPpm).toBe(marginPpm));

  it('beats the rival by less than two parts per million within the bounds, fees included', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 9_710_000n, max: 9_949_999n }), fc.integer({ min: 0, max: 3_000 }), (rate, incomeFeePpm) => {
        const rival = fraction(rate, 100_000n);
        const band = priced({ ...RULE, leastMarginPpm: -50_000, mostMarginPpm: 50_000 }, { rival, incomeFeePpm });
        if (!band) throw new Error('no band');
        const ours = fraction(band.rate.digits, 10n ** BigInt(band.rate.decimals));
        expect(compare(ours, rival)).toBe(1);
        expect(compare(ours, multiply(rival, fraction(1_000_003n, 1_000_000n)))).toBe(-1);
      }),
    );
  });
});

describe('the fee of a network', () => {
  const ETH = { marketSymbol: 'ETH', scale: 18 };
  const usd = { coin: fraction(3_000n, 1n), system: fraction(1n, 1n) };
  const token = { scale: 6, precision: 2, networkFee: 2_000_000n };

  it('is converted from the coin, rounded up to two digits and to the precision', () => {
    // 65 000 gas at 20 gwei = 0.0013 ETH = 3.9 dollars
    expect(networkFeeIn(token, { ...ETH, amount: 65_000n * 20_000_000_000n }, usd)).toBe(3_900_000n);
    expect(networkFeeIn(token, { ...ETH, amount: 65_000n * 20_000_000_001n }, usd)).toBe(4_000_000n);
    expect(networkFeeIn(token, { ...ETH, amount: 1n }, usd)).toBe(10_000n);
    expect(networkFeeIn(token, { ...ETH, amount: 0n }, usd)).toBe(0n);
  });

  it('is ignored at fifty times the configured fee, or when negative', () => {
    expect(networkFeeIn(token, { ...ETH, amount: 10n ** 17n }, usd)).toBeNull();
    expect(networkFeeIn({ ...token, networkFee: 0n }, { ...ETH, amount: 10n ** 17n }, usd)).toBe(300_000_000n);
    expect(networkFeeIn(token, { ...ETH, amount: -1n }, usd)).toBeNull();
  });
});
