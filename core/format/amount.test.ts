import { describe, expect, it } from 'vitest';
import { formatAtLeast, formatAtMost, formatDecimal, formatMoney, formatPercent, limitsBetween, splitAtMark, trimRate } from './amount.ts';
import fc from 'fast-check';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';

describe('amounts for readers', () => {
  it('groups by thin spaces from five digits on and uses the language’s decimal mark', () => {
    expect(formatDecimal('5000', { locale: 'ru' })).toBe('5000');
    expect(formatDecimal('1234567.8', { locale: 'ru', fillTo: 2 })).toBe('1\u00A0234\u00A0567,80');
    expect(formatDecimal('1234567.8', { locale: 'en' })).toBe('1\u00A0234\u00A0567.8');
    expect(formatDecimal('-0.00000001', { locale: 'en' })).toBe('\u22120.00000001');
  });

  it('keeps every digit of amounts that no float could hold', () => {
    expect(formatDecimal('123456789012345678901234.000000000000000001', { locale: 'en' })).toBe(
      '123\u00A0456\u00A0789\u00A0012\u00A0345\u00A0678\u00A0901\u00A0234.000000000000000001',
    );
  });

  it('leaves other texts unchanged', () => {
    expect(formatDecimal('1e3', { locale: 'ru' })).toBe('1e3');
  });

  it('puts the currency after the number', () => {
    expect(formatMoney('92.5', { currency_iso_code: 'RUB', precision: 2 }, 'ru')).toBe('92,50\u00A0₽');
    expect(formatMoney('0.015', { currency_iso_code: 'BTC', precision: 8 }, 'en')).toBe('0.015\u00A0BTC');
  });

  it('always shows the sign of a percentage, and none for zero', () => {
    expect(formatPercent('0.85', 'ru')).toBe('+0,85\u00A0%');
    expect(formatPercent('-1.4025', 'ru')).toBe('\u22121,41\u00A0%');
    expect(formatPercent('-1.2', 'en')).toBe('\u22121.2%');
    expect(formatPercent('0.00', 'en')).toBe('0.00%');
  });

  it('cuts a rate down, never up', () => {
    expect(trimRate('92.415799')).toBe('92.41579');
    expect(trimRate('0.0000107689999')).toBe('0.00001076899');
    expect(trimRate('6543210.987')).toBe('6543210');
  });

  it('splits at the decimal mark', () => {
    expect(splitAtMark('1\u00A0234,50')).toEqual({ whole: '1\u00A0234', fraction: ',50' });
    expect(splitAtMark('7')).toEqual({ whole: '7', fraction: '' });
  });
});

const ETH = { currency_iso_code: 'ETH', precision: 8 };
const RUB = { currency_iso_code: 'RUB', precision: 2 };

describe('reserves and limits', () => {
  it.each([
    ['0.123456789012345678', '0.123', '0.124'],
    ['0.000012345678', '0.0000123', '0.0000124'],
    ['1234.56789', '1230', '1240'],
    ['1234567.5', '1\u00A0230\u00A0000', '1\u00A0240\u00A0000'],
    ['0.9999999', '0.999', '1'],
    ['0.1000009', '0.1', '0.101'],
    ['12', '12', '12'],
    ['0.50', '0.5', '0.5'],
  ])('of a coin, %s: at most %s, at least %s', (amount, most, least) => {
    expect(formatAtMost(amount, ETH, 'en')).toBe(`${most}\u00A0ETH`);
    expect(formatAtLeast(amount, ETH, 'en')).toBe(`${least}\u00A0ETH`);
  });

  it('of money are rounded alike, with both decimals where there are any', () => {
    expect(formatAtMost('1234567.89', RUB, 'en')).toBe('1\u00A0230\u00A0000\u00A0RUB');
    expect(formatAtLeast('1397.95', RUB, 'en')).toBe('1400\u00A0RUB');
    expect(formatAtLeast('12.31', RUB, 'en')).toBe('12.40\u00A0RUB');
  });

  it.each([
    ['1606.35', '1609', '1606.35', '1609'],
    ['1606.35', '1619', '1610', '1610'],
    ['500', '500000', '500', '500000'],
  ])('from %s to %s are shown as from %s to %s', (min, max, ...shown) => {
    expect(limitsBetween(min, max)).toEqual(shown);
  });

  it('never show more than is available, nor less than is needed', () => {
    const numberOf = (text: string) => fractionFromDecimal(text.replace(/\u00A0(?:ETH)?/g, '')) ?? fractionFromDecimal('0');
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
