import { describe, expect, test } from 'vitest';
import { pageMeta, pageOf } from './page-of.ts';

describe('a page of an office list', () => {
  test('is counted to the end where the end is near', () => {
    const page = pageOf({ page: '3', per: '50' });
    expect([page.limit, page.offset]).toEqual([50, 100]);
    expect(pageMeta(page, 4_999)).toEqual({ page: 3, per: 50, total: 4_999 });
    expect(pageMeta(page, 5_000)).toEqual({ page: 3, per: 50, total: 5_000 });
    expect(pageMeta(page, 5_001)).toEqual({ page: 3, per: 50, total: 5_000, isMore: true });
  });

  test('never ends a longer list: further pages come in sight from wherever one stands', () => {
    for (const number of [1, 99, 100, 1_000]) {
      const page = pageOf({ page: String(number), per: '50' });
      const { total } = pageMeta(page, page.most + 1);
      expect(total / page.per).toBeGreaterThanOrEqual(number + 10);
    }
  });
});
