import { expect, test } from 'vitest';
import { deviationOf, dollars, figureOf, money, wholeNumber } from './figure.ts';
import { ageParts, hourOfDay } from './moment.ts';

test('figures are grouped by thin spaces and split at the decimal mark of the language', () => {
  expect(figureOf('1234567.89', 'ru')).toEqual({ whole: '1\u00A0234\u00A0567', fraction: ',89' });
  expect(figureOf('-0.5', 'en')).toEqual({ whole: '\u22120', fraction: '.5' });
  expect(figureOf('4500', 'ru')).toEqual({ whole: '4500', fraction: '' });
  expect(figureOf('abc', 'ru')).toEqual({ whole: 'abc', fraction: '' });
  expect(money('123456789012345678901.000000000000000001', 'ETH', 'en')).toBe(
    '123\u00A0456\u00A0789\u00A0012\u00A0345\u00A0678\u00A0901.000000000000000001\u00A0ETH',
  );
});

test('dollar amounts have two decimals, rounded to the nearest cent', () => {
  const read = ['451.135', '832.977', '12.5', '0.1', '150', '0.999', '-0.244', '1234567.004'].map((text) => dollars(text, 'en'));
  expect(read).toEqual(
    ['451.14', '832.98', '12.50', '0.10', '150.00', '1.00', '\u22120.24', '1\u00A0234\u00A0567.00'].map((text) => `${text}\u00A0USD`),
  );
  expect(dollars('', 'ru')).toBe('');
});

test('a deviation has two decimals and a sign', () => {
  expect(deviationOf('99', '100')).toBe('-1.00');
  expect(deviationOf('100.5', '100')).toBe('+0.50');
  expect(deviationOf('0.000010', '0.00001')).toBe('0.00');
  expect(deviationOf('1', '0')).toBeNull();
  expect(deviationOf('1e3', '1')).toBeNull();
});

test('an age has the largest sensible unit', () => {
  expect(ageParts(0, 59_000)).toEqual({ unit: 'seconds', count: 59 });
  expect(ageParts(0, 60_000)).toEqual({ unit: 'minutes', count: 1 });
  expect(ageParts(0, 3_600_000 * 5)).toEqual({ unit: 'hours', count: 5 });
  expect(ageParts(0, 86_400_000 * 3)).toEqual({ unit: 'days', count: 3 });
  expect(ageParts(5_000, 0)).toEqual({ unit: 'seconds', count: 0 });
});

test('an opening time is shown to the minute, in Moscow time', () => {
  expect(hourOfDay('2026-11-23T04:00:00Z', 'ru')).toBe('23.11, 07:00');
  expect(hourOfDay('2026-11-23T21:30:00Z', 'en')).toBe('24/11, 00:30');
});

test.each([
  ['0', 0],
  [' 30 ', 30],
  ['1 000', 1000],
  ['1\u00A0000', 1000],
  ['1\u2009000', 1000],
  ['1\u00A0000', 1000],
])('%o is %d', (text, number) => {
  expect(wholeNumber(text, 1000)).toBe(number);
});

test.each(['', ' ', '-3', '1,5', '1e3', '5 minutes', '10 00', '1001', '9'.repeat(30)])('%o is none', (text) => {
  expect(wholeNumber(text, 1000)).toBeUndefined();
});
