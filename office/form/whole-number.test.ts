import { expect, test } from 'vitest';
import { wholeNumber } from './whole-number.ts';

test.each([
  ['0', 0],
  [' 30 ', 30],
  ['1 000', 1000],
  ['1\u00A0000', 1000],
  ['1\u2009000', 1000],
  ['1\u202F000', 1000],
])('%o is %d', (text, number) => {
  expect(wholeNumber(text, 1000)).toBe(number);
});

test.each(['', ' ', '-3', '1,5', '1e3', '5 minutes', '10 00', '1001', '9'.repeat(30)])('%o is none', (text) => {
  expect(wholeNumber(text, 1000)).toBeUndefined();
});
