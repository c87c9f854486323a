import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from './amount.ts';
import { pow10, roundDownToPrecision, roundUpToPrecision, stepOf } from './decimals.ts';
import {
  add,
  compare,
  divide,
  fraction,
  fractionFromDecimal,
  fromPpm,
  invert,
  multiply,
  ONE,
  subtract,
  timesDown,
  timesUp,
  toSignificant,
  ZERO,
  type Fraction,
} from './fraction.ts';

const BTC = { scale: 8, precision: 8 };
const ETH = { scale: 18, precision: 8 };
const RUB = { scale: 2, precision: 2 };

describe('parseAmount', () => {
  it.each([
    ['1.', 100n],
    ['1,', 100n],
    ['1,5', 150n],
    ['1.50', 150n],
    ['.5', 50n],
    [',05', 5n],
    ['007', 700n],
    ['0', 0n],
    ['0.00', 0n],
    [' 12 ', 1_200n],
    ['1 000', 100_000n],
    ['1\u00A0000\u00A0000,25', 100_000_025n],
    ['1\u2009000', 100_000n],
    ['12\u202F345.6', 1_234_560n],
    ['1.500000000000', 150n],
    ['999999999999999999999999', 99_999_999_999_999_999_999_999_900n],
  ])('understands %j (R13)', (text, minor) => {
    expect(parseAmount(text, RUB)).toEqual({ ok: true, minor });
  });

  it.each([
    ['', 'not_a_number'],
    [' ', 'not_a_number'],
    ['.', 'not_a_number'],
    [',', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['1E309', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['１２', 'not_a_number'],
    ['٣', 'not_a_number'],
    ['-0', 'not_a_number'],
    ['-1', 'not_a_number'],
    ['+1', 'not_a_number'],
    ['−1', 'not_a_number'],
    ['NaN', 'not_a_number'],
    ['Infinity', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['1,000.00', 'not_a_number'],
    ['1 00', 'not_a_number'],
    ['1  000', 'not_a_number'],
    ['1 000 .5', 'not_a_number'],
    ['1. 5', 'not_a_number'],
    ['1_000', 'not_a_number'],
    ["1'000", 'not_a_number'],
    ['1\u200B0', 'not_a_number'],
    ['1\n000', 'not_a_number'],
    ['10$', 'not_a_number'],
    ['1.005', 'too_many_decimals'],
    [`0.${'1'.repeat(30)}`, 'too_many_decimals'],
    ['1'.repeat(25), 'too_long'],
    ['1'.repeat(40), 'too_long'],
    ['1'.repeat(100_000), 'too_long'],
  ])('refuses %j (R13)', (text, problem) => {
    expect(parseAmount(text, RUB)).toEqual({ ok: false, problem });
  });

  it('counts decimals by precision and minor units by scale', () => {
    expect(parseAmount('0.00000001', ETH)).toEqual({ ok: true, minor: 10_000_000_000n });
    expect(parseAmount('0.000000001', ETH)).toEqual({ ok: false, problem: 'too_many_decimals' });
    expect(parseAmount('0.12345678', BTC)).toEqual({ ok: true, minor: 12_345_678n });
    expect(parseAmount('5.0', { scale: 2, precision: 0 })).toEqual({ ok: true, minor: 500n });
    expect(parseAmount('5.5', { scale: 2, precision: 0 })).toEqual({ ok: false, problem: 'too_many_decimals' });
    expect(parseAmount('5', { scale: 0, precision: 0 })).toEqual({ ok: true, minor: 5n });
  });

  it('reads back what formatAmount writes, with any separator', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 24n - 1n }),
        fc.integer({ min: 0, max: 18 }),
        fc.constantFrom('.', ','),
        (minor, scale, separator) => {
          const text = formatAmount(minor, scale);
          expect(text).toMatch(/^\d+(\.\d*[1-9])?$/);
          expect(parseAmount(text.replace('.', separator), { scale, precision: scale })).toEqual({ ok: true, minor });
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('never throws and never returns a negative amount', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,- eE+x\u00A0\u2009１') }), (text) => {
        const parsed = parseAmount(text, BTC);
        expect(parsed.ok ? parsed.minor >= 0n : parsed.problem !== undefined).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('formatAmount', () => {
  it.each([
    [0n, 2, '0'],
    [5n, 2, '0.05'],
    [150n, 2, '1.5'],
    [-150n, 2, '-1.5'],
    [100n, 2, '1'],
    [100n, 0, '100'],
    [1n, 18, '0.000000000000000001'],
  ])('%s at scale %s is %s', (minor, scale, text) => expect(formatAmount(minor, scale)).toBe(text));
});

describe('rounding', () => {
  it('rounds down and up to the precision, by less than one step, and keeps whole steps', () => {
    const anyDecimals = fc
      .record({ scale: fc.integer({ min: 0, max: 18 }), coarser: fc.integer({ min: 0, max: 18 }) })
      .map(({ scale, coarser }) => ({ scale, precision: Math.max(0, scale - coarser) }));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), anyDecimals, (minor, decimals) => {
        const [down, up, step] = [roundDownToPrecision(minor, decimals), roundUpToPrecision(minor, decimals), stepOf(decimals)];
        expect([down % step, up % step]).toEqual([0n, 0n]);
        expect(down <= minor && minor <= up).toBe(true);
        expect(up - down).toBe(minor % step === 0n ? 0n : step);
      }),
    );
  });

  it('has powers of ten beyond its table', () => expect(pow10(70)).toBe(10n ** 70n));
});

describe('fraction', () => {
  const anyFraction = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 1n, max: 10n ** 20n }))
    .map(([num, den]) => fraction(num, den));
  const same = (a: Fraction, b: Fraction) => expect(a).toEqual(b);

  it('is reduced and refuses negative numbers and zero denominators', () => {
    expect(fraction(6n, 4n)).toEqual({ num: 3n, den: 2n });
    expect(fraction(0n, 7n)).toEqual(ZERO);
    expect(() => fraction(1n, 0n)).toThrow(RangeError);
    expect(() => fraction(1n, -1n)).toThrow(RangeError);
    expect(() => fraction(-1n, 1n)).toThrow(RangeError);
    expect(() => subtract(ZERO, ONE)).toThrow(RangeError);
    expect(() => invert(ZERO)).toThrow(RangeError);
  });

  it('keeps the laws of arithmetic exactly', () => {
    fc.assert(
      fc.property(anyFraction, anyFraction, anyFraction, (a, b, c) => {
        same(add(a, b), add(b, a));
        same(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)));
        same(subtract(add(a, b), b), a);
        if (b.num > 0n) same(divide(multiply(a, b), b), a);
        expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)) + 0);
        expect(compare(a, add(a, ONE))).toBe(-1);
        expect(compare(a, a)).toBe(0);
      }),
    );
  });

  it('reads decimals exactly and nothing else', () => {
    expect(fractionFromDecimal('97250.5')).toEqual({ num: 194_501n, den: 2n });
    expect(fractionFromDecimal('0')).toEqual(ZERO);
    for (const text of ['', '-1', '1e3', '1.', '.5', '1,5', 'NaN', ' 1']) expect(fractionFromDecimal(text)).toBeUndefined();
    expect(fromPpm(10_000)).toEqual({ num: 1n, den: 100n });
  });

  it('rounds products down and up with a difference below one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), anyFraction, (whole, by) => {
        const [down, up] = [timesDown(whole, by), timesUp(whole, by)];
        expect(up - down).toBe((whole * by.num) % by.den === 0n ? 0n : 1n);
        expect(compare(fraction(down, 1n), multiply(fraction(whole, 1n), by)) <= 0).toBe(true);
      }),
    );
  });

  it.each([
    [fraction(1n, 3n), 4, '0.3333'],
    [fraction(2n, 3n), 4, '0.6666'],
    [fraction(1n, 3000n), 4, '0.0003333'],
    [fraction(97_250n, 1n), 12, '97250'],
    [fraction(200_000n, 3n), 8, '66666.666'],
    [fraction(123_456n, 1n), 3, '123456'],
    [fraction(1n, 10n), 3, '0.1'],
    [ZERO, 5, '0'],
    [fraction(1n, 10n ** 70n), 3, '0'],
  ])('shows %o with %s digits as %s', (value, digits, text) => expect(toSignificant(value, digits)).toBe(text));
});
