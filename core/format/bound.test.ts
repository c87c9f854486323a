import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { formatAtLeast, formatAtMost } from './bound.ts';

const ETH = { currency_iso_code: 'ETH', precision: 8 };
const RUB = { currency_iso_code: 'RUB', precision: 2 };

describe('reserves and limits', () => {
  it.each([
    ['0.123456789012345678', '0.123456', '0.123457'],
    ['0.000012345678', '0.0000123456', '0.0000123457'],
    ['1234.56789', '1234.56', '1234.57'],
    ['1234567.5', '1\u202F234\u202F567', '1\u202F234\u202F568'],
    ['0.9999999', '0.999999', '1'],
    ['0.1000009', '0.1', '0.100001'],
    ['12', '12', '12'],
    ['0.50', '0.5', '0.5'],
  ])('of a coin, %s: at most %s, at least %s', (amount, most, least) => {
    expect(formatAtMost(amount, ETH, 'en')).toBe(`${most}\u00A0ETH`);
    expect(formatAtLeast(amount, ETH, 'en')).toBe(`${least}\u00A0ETH`);
  });

  it('with two decimals keep them', () => {
    expect(formatAtMost('1234567.89', RUB, 'en')).toBe('1\u202F234\u202F567.89\u00A0RUB');
    expect(formatAtLeast('1397.95', RUB, 'en')).toBe('1397.95\u00A0RUB');
  });

  it('never show more than is available, nor less than is needed', () => {
    const numberOf = (text: string) => fractionFromDecimal(text.replace(/[\u202F]|\u00A0ETH/g, '')) ?? fractionFromDecimal('0');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 27n }), (minor) => {
        const digits = String(minor).padStart(19, '0');
        const text = `${digits.slice(0, -18)}.${digits.slice(-18)}`;
        const [exact, most, least] = [text, formatAtMost(text, ETH, 'en'), formatAtLeast(text, ETH, 'en')].map(numberOf);
        if (!exact || !most || !least) throw new Error(text);
        expect([compare(most, exact) <= 0, compare(least, exact) >= 0]).toEqual([true, true]);
      }),
    );
  });
});
