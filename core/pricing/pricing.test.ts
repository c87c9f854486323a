import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepOf } from '#core/money/decimals.ts';
import { compare, fraction } from '#core/money/fraction.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { anyAmount, anyPrice } from '#tests/make/any-price.ts';
import { makeDirection, makePaymentSystem, TEST_DIRECTIONS, TEST_PAYMENT_SYSTEMS } from '#tests/make/catalogue.ts';
import { incomeFor, largestIncomeWithin, outcomeFor } from './convert.ts';
import { priceDirection } from './direction-price.ts';
import { limitsOf } from './limits.ts';
import { price, priceReceived } from './price.ts';

const USD: Readonly<Record<string, bigint>> = {
  RUB: 12_345_678n,
  KZT: 1_912_345n,
  USDT: 1_000_300_000n,
  BTC: 97_250_512_345_678n,
  ETH: 3_412_712_345_678n,
};
const usdOf = (system: PaymentSystem) => fraction(USD[system.marketSymbol] ?? 0n, 1_000_000_000n);

const CODES = TEST_PAYMENT_SYSTEMS.map((system) => system.code);
const systemOf = (code: string): PaymentSystem =>
  TEST_PAYMENT_SYSTEMS.find((system) => system.code === code) ?? makePaymentSystem({ code });

const RUNS = { numRuns: 10_000 };

describe('convert', () => {
  it('requires no more than the income that gave the outcome, and that income gives at least the outcome (R11)', () => {
    fc.assert(
      fc.property(anyPrice, anyAmount, (direction, steps) => {
        const x = steps * stepOf(direction.income);
        const y = outcomeFor(direction, x);
        if (y === 0n) return;
        const back = incomeFor(direction, y);
        expect(back <= x).toBe(true);
        expect(outcomeFor(direction, back) >= y).toBe(true);
        expect(back % stepOf(direction.income)).toBe(0n);
        expect(y % stepOf(direction.outcome)).toBe(0n);
      }),
      RUNS,
    );
  });

  it('finds the smallest income: one step less gives too little', () => {
    fc.assert(
      fc.property(anyPrice, anyAmount, (direction, steps) => {
        const y = steps * stepOf(direction.outcome);
        const x = incomeFor(direction, y);
        expect(x > 0n).toBe(true);
        expect(outcomeFor(direction, x) >= y).toBe(true);
        expect(outcomeFor(direction, x - stepOf(direction.income)) < y).toBe(true);
      }),
      RUNS,
    );
  });

  it('never gives less for more, across steps too, and nothing for zero', () => {
    fc.assert(
      fc.property(anyPrice, anyAmount, fc.bigInt({ min: 1n, max: 10n ** 12n }), (direction, steps, more) => {
        const x = steps * stepOf(direction.income);
        expect(outcomeFor(direction, x + more * stepOf(direction.income)) >= outcomeFor(direction, x)).toBe(true);
        for (const band of direction.bands) {
          expect(outcomeFor(direction, band.fromIncome) >= outcomeFor(direction, band.fromIncome - stepOf(direction.income))).toBe(true);
        }
        expect(outcomeFor(direction, 0n)).toBe(0n);
        expect(outcomeFor(direction, -x)).toBe(0n);
      }),
      RUNS,
    );
  });

  it('finds the largest income whose outcome stays within a cap', () => {
    fc.assert(
      fc.property(anyPrice, anyAmount, (direction, steps) => {
        const cap = steps * stepOf(direction.outcome);
        const x = largestIncomeWithin(direction, cap);
        expect(outcomeFor(direction, x) <= cap).toBe(true);
        expect(outcomeFor(direction, x + stepOf(direction.income)) > cap).toBe(true);
      }),
      RUNS,
    );
  });

  it('never gives more than the market price', () => {
    fc.assert(
      fc.property(anyPrice, anyAmount, (direction, steps) => {
        const x = steps * stepOf(direction.income);
        const received = priceReceived(direction, x);
        expect(received?.outcomeAmount ?? 0n).toBe(outcomeFor(direction, x));
        expect(received === undefined || compare(received.rate, direction.reference) <= 0).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('chains', () => {
  const systems = TEST_PAYMENT_SYSTEMS;
  const priceOf = (from: string, to: string, marginPpm: number) => {
    const income = { ...systemOf(from), networkFee: 0n };
    const outcome = { ...systemOf(to), networkFee: 0n };
    return priceDirection({
      direction: makeDirection({ incomeCode: from, outcomeCode: to, marginPpm }),
      income,
      outcome,
      incomeUsd: usdOf(income),
      outcomeUsd: usdOf(outcome),
      premiumPpm: 0,
    });
  };

  it('of up to three directions never return more than they started with, even without a margin (R11)', () => {
    const anyCode = fc.constantFrom(...CODES);
    fc.assert(
      fc.property(
        anyCode,
        fc.array(anyCode, { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 0, max: 3 }),
        anyAmount,
        (start, through, marginPpm, steps) => {
          const path = [start, ...through, start].filter((code, i, all) => code !== all[i - 1]);
          let amount = steps * stepOf(systemOf(start));
          const began = amount;
          for (const [i, code] of path.slice(1).entries()) {
            const direction = priceOf(path[i] ?? start, code, marginPpm);
            amount = outcomeFor(direction, amount);
          }
          expect(amount <= began).toBe(true);
        },
      ),
      { numRuns: 20_000 },
    );
    expect(systems.length).toBeGreaterThan(3);
  });
});

describe('price', () => {
  const anyReserve = fc.bigInt({ min: 0n, max: 10n ** 24n });
  const anySide = fc.constantFrom('income' as const, 'outcome' as const);

  it('serves every amount within its limits from both sides and refuses every other, for all test directions', () => {
    const anyDirection = fc.constantFrom(...TEST_DIRECTIONS).map((direction) => {
      const [income, outcome] = [systemOf(direction.incomeCode), systemOf(direction.outcomeCode)];
      return priceDirection({ direction, income, outcome, incomeUsd: usdOf(income), outcomeUsd: usdOf(outcome), premiumPpm: 0 });
    });
    fc.assert(
      fc.property(anyDirection, anyReserve, anySide, fc.double({ min: -0.2, max: 1.2, noNaN: true }), (direction, reserve, side, where) => {
        const limits = limitsOf(direction, reserve, null);
        const [min, max] = side === 'income' ? [limits.minIncome, limits.maxIncome] : [limits.minOutcome, limits.maxOutcome];
        const step = stepOf(direction[side]);
        const amount = ((min + ((max - min) * BigInt(Math.round(where * 1e6))) / 1_000_000n) / step) * step;
        const priced = price(direction, { side, amount, reserve, slot: null });
        const isServed = limits.minIncome <= limits.maxIncome && amount >= min && amount <= max && amount > 0n;
        expect(priced.ok).toBe(isServed);
        if (!priced.ok) return;
        const { incomeAmount, outcomeAmount } = priced.value;
        expect(side === 'income' ? incomeAmount : outcomeAmount).toBe(amount);
        const mostIncome = side === 'income' ? limits.maxIncome : incomeFor(direction, limits.maxOutcome);
        expect(incomeAmount >= limits.minIncome && incomeAmount <= mostIncome).toBe(true);
        expect(incomeAmount <= direction.income.maxAmount).toBe(true);
        expect(outcomeAmount >= limits.minOutcome && outcomeAmount <= limits.maxOutcome).toBe(true);
        expect(outcomeAmount <= reserve).toBe(true);
        expect(outcomeFor(direction, incomeAmount) >= outcomeAmount).toBe(true);
      }),
      RUNS,
    );
  });

  it('serves both ends of its own limits exactly', () => {
    for (const direction of TEST_DIRECTIONS) {
      const [income, outcome] = [systemOf(direction.incomeCode), systemOf(direction.outcomeCode)];
      const priced = priceDirection({ direction, income, outcome, incomeUsd: usdOf(income), outcomeUsd: usdOf(outcome), premiumPpm: 0 });
      const reserve = outcome.maxAmount * 10n;
      const limits = limitsOf(priced, reserve, null);
      expect(limits.minIncome < limits.maxIncome).toBe(true);
      for (const amount of [limits.minIncome, limits.maxIncome])
        expect(price(priced, { side: 'income', amount, reserve, slot: null }).ok).toBe(true);
      for (const amount of [limits.minOutcome, limits.maxOutcome])
        expect(price(priced, { side: 'outcome', amount, reserve, slot: null }).ok).toBe(true);
    }
  });
});

describe('prices of worked examples', () => {
  const income = makePaymentSystem({ code: 'SBERRUB', minAmount: 100_000n, maxAmount: 10_000_000n });
  const outcome = makePaymentSystem({
    code: 'USDTTRC20',
    scale: 6,
    precision: 2,
    minAmount: 5_000_000n,
    maxAmount: 10n ** 12n,
    networkFee: 2_500_000n,
  });
  const made = (direction: Parameters<typeof makeDirection>[0], premiumPpm = 0) =>
    priceDirection({
      direction: makeDirection(direction),
      income,
      outcome,
      incomeUsd: fraction(1n, 80n),
      outcomeUsd: fraction(1n, 1n),
      premiumPpm,
    });
  const pair = { incomeCode: 'SBERRUB', outcomeCode: 'USDTTRC20' };
  const plenty = 10n ** 12n;

  it('applies margin, then fixed and percentage fees, then the network fee, rounding down', () => {
    const direction = made({
      ...pair,
      marginPpm: 20_000,
      incomeFeePpm: 10_000,
      outcomeFeePpm: 5_000,
      incomeFeeFixed: 10_000n,
      outcomeFeeFixed: 1_000_000n,
    });
    // 10 100 - 100 fixed = 10 000; x 0.99 x 0.98 / 80 = 121.275; x 0.995 = 120.668625; - 1 - 2.5 = 117.168625
    const priced = price(direction, { side: 'income', amount: 1_010_000n, reserve: plenty, slot: null });
    expect(priced.ok && priced.value.outcomeAmount).toBe(117_160_000n);
    expect(priced.ok && priced.value.fees).toEqual([
      { kind: 'service', side: 'income', amount: 10_000n },
      { kind: 'fixed', side: 'income', amount: 10_000n },
      { kind: 'service', side: 'outcome', amount: 610_000n },
      { kind: 'fixed', side: 'outcome', amount: 1_000_000n },
      { kind: 'network', side: 'outcome', amount: 2_500_000n },
    ]);
    const back = price(direction, { side: 'outcome', amount: 117_160_000n, reserve: plenty, slot: null });
    expect(back.ok && back.value.incomeAmount).toBe(1_009_929n);
  });

  it('adds the surcharge of a slot as a fee', () => {
    const direction = made({ ...pair, marginPpm: 0 }, 10_000);
    const priced = price(direction, { side: 'income', amount: 1_000_000n, reserve: plenty, slot: null });
    expect(priced.ok && priced.value.outcomeAmount).toBe(121_250_000n);
    expect(priced.ok && priced.value.fees).toContainEqual({ kind: 'slot', side: 'outcome', amount: 1_250_000n });
  });

  it('applies the better margin from its step on and ignores a worse step', () => {
    const direction = made({
      ...pair,
      marginPpm: 20_000,
      steps: [
        { fromIncome: 500_000n, marginPpm: 10_000 },
        { fromIncome: 600_000n, marginPpm: 15_000 },
        { fromIncome: 700_000n, marginPpm: 5_000 },
      ],
    });
    expect(direction.bands.map((band) => [band.fromIncome, band.toIncome, band.marginPpm])).toEqual([
      [0n, 499_999n, 20_000],
      [500_000n, 699_999n, 10_000],
      [700_000n, null, 5_000],
    ]);
    // Just below the step 4 999.99 costs 2 %; the outcome available only at the step requires the step itself.
    expect(incomeFor(direction, outcomeFor(direction, 500_000n) - 100_000n)).toBe(500_000n);
  });

  it('replaces a band by a better step from the same amount', () => {
    const direction = made({ ...pair, marginPpm: 20_000, steps: [{ fromIncome: 0n, marginPpm: 10_000 }] });
    expect(direction.bands.map((band) => band.marginPpm)).toEqual([10_000]);
  });

  it('refuses with code, field, and both limits in message and meta', () => {
    const shown = (amount: string, { currency, precision }: PaymentSystem) => ({ amount, currency_iso_code: currency, precision });
    const direction = made({ ...pair, marginPpm: 0 });
    const limits = { min_income_amount: '1000', max_income_amount: '100000', min_outcome_amount: '10', max_outcome_amount: '1247.5' };
    const rules = { ...limits, limit_reasons: { min: 'payment_system', max: 'payment_system' } };
    expect(price(direction, { side: 'income', amount: 99_999n, reserve: plenty, slot: null })).toEqual({
      ok: false,
      refusals: [
        {
          code: 'amount_below_minimum',
          message: 'amount_too_small',
          field: 'income_amount',
          amounts: { min: shown('1000', income), max: shown('100000', income) },
          meta: { ...rules, suggestions: [{ side: 'income', income_amount: '1000', outcome_amount: '10' }] },
        },
      ],
    });
    expect(price(direction, { side: 'outcome', amount: 1_247_510_000n, reserve: plenty, slot: null })).toEqual({
      ok: false,
      refusals: [
        {
          code: 'amount_above_maximum',
          message: 'amount_too_large',
          field: 'outcome_amount',
          amounts: { min: shown('10', outcome), max: shown('1247.5', outcome) },
          meta: {
            ...rules,
            suggestions: [
              { side: 'outcome', income_amount: '100000', outcome_amount: '1247.5' },
              { side: 'outcome', income_amount: '96200', outcome_amount: '1200' },
            ],
          },
        },
      ],
    });
    expect(price(direction, { side: 'income', amount: 0n, reserve: plenty, slot: null })).toMatchObject({
      refusals: [{ code: 'not_allowed_amount' }],
    });
    expect(price(direction, { side: 'income', amount: 200_000n, reserve: 4_000_000n, slot: null })).toMatchObject({
      refusals: [{ code: 'has_no_reserves' }],
    });
    const closed = made({ ...pair, minIncome: 200_000n, maxIncome: 100_000n });
    expect(price(closed, { side: 'income', amount: 150_000n, reserve: plenty, slot: null })).toMatchObject({
      refusals: [{ code: 'direction_unavailable' }],
    });
  });

  it('names the rule behind each limit', () => {
    const direction = made({ ...pair, marginPpm: 0 });
    expect(limitsOf(direction, plenty, null)).toMatchObject({ minReason: 'payment_system', maxReason: 'payment_system' });
    expect(limitsOf(direction, 20_000_000n, null)).toMatchObject({ maxReason: 'reserve', maxOutcome: 20_000_000n, maxIncome: 180_000n });
    expect(limitsOf(made({ ...pair, minIncome: 200_000n, maxIncome: 300_000n }), plenty, null)).toMatchObject({
      minReason: 'direction',
      maxReason: 'direction',
    });
    const dear = priceDirection({
      direction: makeDirection(pair),
      income,
      outcome: { ...outcome, minAmount: 1n },
      incomeUsd: fraction(1n, 80_000n),
      outcomeUsd: fraction(1n, 1n),
      premiumPpm: 0,
    });
    expect(limitsOf(dear, plenty, null).minReason).toBe('fees');
  });

  it('narrows the limits to a slot: exactly its amount, or its range', () => {
    const direction = made({ ...pair, marginPpm: 0 });
    const exact = { kind: 'express', outcomeAmount: 100_000_000n, minOutcomeAmount: null, maxOutcomeAmount: null } as const;
    expect(price(direction, { side: 'outcome', amount: 100_000_000n, reserve: plenty, slot: exact })).toMatchObject({
      ok: true,
      value: { incomeAmount: 820_000n },
    });
    expect(price(direction, { side: 'income', amount: 820_000n, reserve: plenty, slot: exact })).toMatchObject({
      ok: true,
      value: { outcomeAmount: 100_000_000n },
    });
    expect(price(direction, { side: 'income', amount: 820_100n, reserve: plenty, slot: exact })).toMatchObject({
      ok: false,
      refusals: [{ code: 'amount_above_maximum' }],
    });
    expect(price(direction, { side: 'outcome', amount: 100_000_000n, reserve: 50_000_000n, slot: exact })).toMatchObject({ ok: false });
    const range = { kind: 'accelerated', outcomeAmount: null, minOutcomeAmount: 50_000_000n, maxOutcomeAmount: 60_000_000n } as const;
    expect(price(direction, { side: 'outcome', amount: 49_990_000n, reserve: plenty, slot: range })).toMatchObject({
      refusals: [{ code: 'amount_below_minimum' }],
    });
    expect(price(direction, { side: 'outcome', amount: 60_000_000n, reserve: plenty, slot: range }).ok).toBe(true);
  });
});
