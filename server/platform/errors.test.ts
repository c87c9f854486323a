import { expect, test } from 'vitest';
import { DatabaseUnavailable } from './db/unavailable.ts';
import { isUnavailable } from './errors.ts';

test('an unavailable dependency is recognised by the name of its error, since queues pass on copies', () => {
  const unavailable = new DatabaseUnavailable(new Error('connect ECONNREFUSED'));
  expect(
    [unavailable, { ...unavailable, message: unavailable.message }, new Error('a bug'), undefined, 'DatabaseUnavailable'].map(
      isUnavailable,
    ),
  ).toEqual([true, true, false, false, false]);
});
