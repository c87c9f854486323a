import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pow10 } from '#core/money/decimals.ts';
import { compare, fraction } from '#core/money/fraction.ts';
import { deviationPercent } from '#core/money/percent.ts';
import { decimalText, significantDown } from './plain-decimal.ts';

describe('significantDown', () => {
  it.each([
    [1n, 3n, '0.333333333333'],
    [2n, 3n, '0.666666666666'],
    [97_250n, 1n, '97250'],
    [1n, 97_250n, '0.0000102827763496'],
    [10n ** 15n + 7n, 1n, '1000000000000000'],
    [99_999_999_999_999n, 10_000n, '9999999999.99'],
  ])('%s / %s is %s', (num, den, text) => expect(decimalText(significantDown(num, den, 12))).toBe(text));

  it('is never above the value, and below it by less than one part in 10^11', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.bigInt({ min: 1n, max: 10n ** 40n }), (num, den) => {
        const { digits, decimals } = significantDown(num, den, 12);
        expect(digits * den <= num * pow10(decimals)).toBe(true);
        expect((digits + digits / 10n ** 11n + 1n) * den > num * pow10(decimals)).toBe(true);
        expect(decimals >= 0 && digits > 0n).toBe(true);
        expect(compare(fraction(digits, pow10(decimals)), fraction(num, den)) <= 0).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('deviationPercent', () => {
  it.each([
    [fraction(99n, 100n), '-1.00'],
    [fraction(98_765n, 100_000n), '-1.235'],
    [fraction(1n, 1n), '0.00'],
    [fraction(101n, 100n), '1.00'],
    [fraction(999_999_999n, 1_000_000_000n), '-0.0001'],
    [fraction(2n, 3n), '-33.3334'],
    [fraction(1_012_345n, 1_000_000n), '1.2345'],
  ])('of %o is %s', (rate, text) => expect(deviationPercent(rate, fraction(1n, 1n))).toBe(text));
});
