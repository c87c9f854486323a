import { expect, test } from 'vitest';
import { pagingOf } from './paging.ts';

test('a list that was not counted to its end is known to be longer than its pages', () => {
  expect(pagingOf({ total: 50_000, total_pages: 1000, total_is_least: true }, 'ru')).toEqual({ pages: 1000, moreThan: '50\u202F000' });
  expect(pagingOf({ total: 120, total_pages: 3 }, 'ru')).toEqual({ pages: 3, moreThan: null });
  expect(pagingOf({}, 'en')).toEqual({ pages: 0, moreThan: null });
});
