import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { findNumber } from './find-number.ts';

it('finds the number whose hash with the salt equals the challenge', () => {
  const salt = 'a1?expires=1&';
  const puzzle = (number: number) => ({ salt, maxnumber: 500, challenge: createHash('sha256').update(`${salt}${number}`).digest('hex') });
  expect([0, 7, 500].map((number) => findNumber(puzzle(number)))).toEqual([0, 7, 500]);
  expect(findNumber(puzzle(501))).toBeNull();
});
