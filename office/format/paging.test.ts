import { expect, test } from 'vitest';
import { FIRST_PAGE, pageQuery, pagingOf, positionOf } from './paging.ts';

const links = { prev: '/x?per=20&page=2&page%5Bbefore%5D=b.c', next: '/x?per=20&page=4&page%5Bafter%5D=d.e', last: '/x?page=9' };

test('neighbouring pages follow the links of the answer, other pages go by number', () => {
  const at = { page: 3 };
  expect(positionOf(4, at, links)).toEqual({ page: 4, after: 'd.e', before: undefined });
  expect(positionOf(2, at, links)).toEqual({ page: 2, after: undefined, before: 'b.c' });
  for (const page of [1, 3, 9]) expect(positionOf(page, at, links)).toEqual({ ...FIRST_PAGE, page });
  expect(positionOf(4, at, { next: null })).toEqual({ ...FIRST_PAGE, page: 4 });
  expect(pageQuery(positionOf(4, at, links))).toEqual({ page: '4', 'page[after]': 'd.e', 'page[before]': undefined });
});

test('a list counted up to a limit states that it has more rows', () => {
  expect(pagingOf({ total: 50_000, total_pages: 1000, total_is_least: true }, 'ru')).toEqual({ pages: 1000, moreThan: '50\u00A0000' });
  expect(pagingOf({ total: 120, total_pages: 3 }, 'ru')).toEqual({ pages: 3, moreThan: null });
  expect(pagingOf({}, 'en')).toEqual({ pages: 0, moreThan: null });
});
