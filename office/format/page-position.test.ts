import { expect, test } from 'vitest';
import { FIRST_PAGE, positionOf, pageQuery } from './page-position.ts';

const links = { prev: '/x?per=20&page=2&page%5Bbefore%5D=b.c', next: '/x?per=20&page=4&page%5Bafter%5D=d.e', last: '/x?page=9' };

test('neighbours are where the links lead, all other pages where their number says', () => {
  const at = { page: 3 };
  expect(positionOf(4, at, links)).toEqual({ page: 4, after: 'd.e', before: undefined });
  expect(positionOf(2, at, links)).toEqual({ page: 2, after: undefined, before: 'b.c' });
  for (const page of [1, 3, 9]) expect(positionOf(page, at, links)).toEqual({ ...FIRST_PAGE, page });
  expect(positionOf(4, at, { next: null })).toEqual({ ...FIRST_PAGE, page: 4 });
  expect(pageQuery(positionOf(4, at, links))).toEqual({ page: '4', 'page[after]': 'd.e', 'page[before]': undefined });
});
