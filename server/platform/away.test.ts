import { expect, test } from 'vitest';
import { DatabaseAway } from './db/away.ts';
import { isAway } from './away.ts';

test('weather is known again by its name: a queue hands on copies that are errors no more', () => {
  const away = new DatabaseAway(new Error('connect ECONNREFUSED'));
  expect([away, { ...away, message: away.message }, new Error('a bug'), undefined, 'DatabaseAway'].map(isAway)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
