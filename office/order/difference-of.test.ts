import { expect, test } from 'vitest';
import { differenceOf } from './difference-of.ts';

test.each([
  ['100', '100.00', { amount: '0', percent: '0' }],
  ['200', '180', { amount: '-20', percent: expect.stringMatching(/^[-−]10/) }],
  ['0.1', '0.15', { amount: '+0.05', percent: expect.stringMatching(/^\+50/) }],
  ['4800', '4800.37', { amount: '+0.37', percent: expect.stringMatching(/^\+0/) }],
  ['100', '0', null],
])('of %s agreed %s came: %s', (expected, received, difference) => {
  expect(differenceOf(expected, received, [])).toEqual(difference);
});

test('what was taken back came and stands no more', () => {
  expect(differenceOf('9000', '18000', ['9000.00'])).toEqual({ amount: '0', percent: '0' });
  expect(differenceOf('9000', '9000', ['9000'])).toEqual({ amount: '-9000', percent: expect.stringMatching(/^[-−]100/) });
});
