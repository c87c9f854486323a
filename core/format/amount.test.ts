import { describe, expect, it } from 'vitest';
import { formatDecimal, formatMoney, formatPercent, splitAtMark, trimRate } from './amount.ts';

describe('amounts for readers', () => {
  it('groups by thin spaces from five digits on and uses the language’s decimal mark', () => {
    expect(formatDecimal('5000', { locale: 'ru' })).toBe('5000');
    expect(formatDecimal('1234567.8', { locale: 'ru', fillTo: 2 })).toBe('1\u202F234\u202F567,80');
    expect(formatDecimal('1234567.8', { locale: 'en' })).toBe('1\u202F234\u202F567.8');
    expect(formatDecimal('-0.00000001', { locale: 'en' })).toBe('\u22120.00000001');
  });

  it('keeps every digit of amounts that no float could hold', () => {
    expect(formatDecimal('123456789012345678901234.000000000000000001', { locale: 'en' })).toBe(
      '123\u202F456\u202F789\u202F012\u202F345\u202F678\u202F901\u202F234.000000000000000001',
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
    expect(splitAtMark('1\u202F234,50')).toEqual({ whole: '1\u202F234', fraction: ',50' });
    expect(splitAtMark('7')).toEqual({ whole: '7', fraction: '' });
  });
});
