import type { PageStart } from '#server/platform/db/keyset.ts';
import { describe, expect, test } from 'vitest';
import { pageInfo, readPageRequest } from './pagination.ts';

const ENDS = { before: null, after: null };

describe('a page of a long list', () => {
  test('is counted to the end where the end is near', () => {
    const page = readPageRequest({ query: { page: '3', per: '50' }, from: undefined });
    expect([page.limit, page.offset]).toEqual([50, 100]);
    expect(pageInfo(page, 4_999, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 4_999 });
    expect(pageInfo(page, 5_000, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 5_000 });
    expect(pageInfo(page, 5_001, ENDS)).toEqual({ page: 3, per: 50, ends: ENDS, total: 5_000, isTotalTruncated: true });
  });

  test('never ends a longer list: further pages come in sight from wherever one stands', () => {
    for (const number of [1, 99, 100, 1_000]) {
      const page = readPageRequest({ query: { page: String(number), per: '50' }, from: undefined });
      const { total } = pageInfo(page, page.maxCounted + 1, ENDS);
      expect(total / page.per).toBeGreaterThanOrEqual(number + 10);
    }
  });

  test('beyond a cursor nothing is skipped and nothing counted for it', () => {
    const from = { direction: 'after', place: ['x'], asOf: null } satisfies PageStart;
    const page = readPageRequest({ query: { page: '1000', per: '50' }, from });
    expect([page.from, page.maxCounted]).toEqual([from, 5_000]);
    expect(pageInfo(page, 5_001, ENDS)).toEqual({ page: 1_000, per: 50, ends: ENDS, total: 49_951, isTotalTruncated: true });
    expect(pageInfo(page, 4_999, ENDS)).toMatchObject({ total: 4_999 });
  });
});
