import { expect, test } from 'vitest';
import { limitsDiff } from './limits-diff.ts';

test('lists only changed figures, including added and removed ones', () => {
  const before = { firstUsd: 1, caps: { dayUsd: null, dayCount: 3 }, systems: { A: { firstUsd: 5 } } };
  const after = { firstUsd: 2, caps: { dayUsd: 10, dayCount: 3 }, systems: {} };
  expect(limitsDiff({ version: 0, before, after })).toEqual([
    { path: ['firstUsd'], before: 1, after: 2 },
    { path: ['caps', 'dayUsd'], before: null, after: 10 },
    { path: ['systems', 'A', 'firstUsd'], before: 5, after: null },
  ]);
});
