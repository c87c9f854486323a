import type { Start } from '#server/platform/db/keyset.ts';
import { describe, expect, test } from 'vitest';
import { pageMeta, pageOf } from './page-of.ts';

const ENDS = { before: null, after: null };

describe('a page of a long list', () => {
  test('is counted to the end where the end is near', () => {
    const page = pageOf({ query: { page: '3', per: '50' }, from: undefined });
    expect([page.limit, page.offset]).toEqual([50, 100]);
    expect(pageMeta(page, 4_999, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 4_999 });
    expect(pageMeta(page, 5_000, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 5_000 });
    expect(pageMeta(page, 5_001, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 5_000, isMore: true });
  });

  test('never ends a longer list: further pages come in sight from wherever one stands', () => {
    for (const number of [1, 99, 100, 1_000]) {
      const page = pageOf({ query: { page: String(number), per: '50' }, from: undefined });
      const { total } = pageMeta(page, page.most + 1, ENDS);
      expect(total / page.per).toBeGreaterThanOrEqual(number + 10);
    }
  });

  test('beyond a cursor nothing is skipped and nothing counted for it', () => {
    const from = { way: 'after', place: ['x'], asOf: null } satisfies Start;
    const page = pageOf({ query: { page: '1000', per: '50' }, from });
    expect([page.from, page.most]).toEqual([from, 5_000]);
    expect(pageMeta(page, 5_001, ENDS)).toEqual({ page: 1_000, per: 50, ends: ENDS, total: 49_951, isMore: true });
    expect(pageMeta(page, 4_999, ENDS)).toMatchObject({ total: 4_999 });
  });
});
