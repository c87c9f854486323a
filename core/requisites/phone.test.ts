import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { normalisePhone } from './phone.ts';

test('the example mobile number of every country is accepted as printed there', () => {
  const refused = getCountries().filter((country) => {
    const number = getExampleNumber(country, examples);
    return number !== undefined && normalisePhone(number.formatInternational()) !== number.number;
  });
  expect(refused).toEqual([]);
});

test.each([
  ['9161234567', '+79161234567'],
  ['916 123-45-67', '+79161234567'],
  ['(916) 123-45-67', '+79161234567'],
  ['۹۱۶۱۲۳۴۵۶۷', '+79161234567'],
  ['٨٩١٦١٢٣٤٥٦٧', '+79161234567'],
  ['2125551234', undefined],
  ['８９１６１２３４５６７', undefined],
])('%s without its country', (input, number) => expect(normalisePhone(input)).toBe(number));

test('numbers one digit short or long are refused where the length is known', () => {
  for (const country of ['RU', 'KZ', 'UA', 'BY', 'US', 'UZ', 'AM', 'GE', 'TR', 'PL'] as const) {
    const number = getExampleNumber(country, examples)?.number ?? '';
    expect(normalisePhone(number)).toBe(number);
    expect([country, normalisePhone(number.slice(0, -1)), normalisePhone(`${number}0`)]).toEqual([country, undefined, undefined]);
  }
});
