import { expect, test } from 'vitest';
import { FRONT, spotOf, spotQuery } from './spot.ts';

const links = { prev: '/x?per=20&page=2&page%5Bbefore%5D=b.c', next: '/x?per=20&page=4&page%5Bafter%5D=d.e', last: '/x?page=9' };

test('neighbours are where the links lead, all other pages where their number says', () => {
  const at = { page: 3 };
  expect(spotOf(4, at, links)).toEqual({ page: 4, after: 'd.e', before: undefined });
  expect(spotOf(2, at, links)).toEqual({ page: 2, after: undefined, before: 'b.c' });
  for (const page of [1, 3, 9]) expect(spotOf(page, at, links)).toEqual({ ...FRONT, page });
  expect(spotOf(4, at, { next: null })).toEqual({ ...FRONT, page: 4 });
  expect(spotQuery(spotOf(4, at, links))).toEqual({ page: '4', 'page[after]': 'd.e', 'page[before]': undefined });
});
