import { expect, it } from 'vitest';
import { MAX_RECENT_ENTRIES, recentResponses, STALE_AFTER_MS } from './recent-responses.ts';

it('stores five responses, each for five minutes (spec 9)', () => {
  expect([MAX_RECENT_ENTRIES, STALE_AFTER_MS]).toEqual([5, 300_000]);
  const answers = recentResponses<number>();
  for (const nr of [1, 2, 3, 4, 5]) answers.store(`a${nr}`, nr, 0);
  // Shown again: the second is the oldest now
  expect(answers.find('a1', 1)).toBe(1);
  answers.store('a6', 6, 1);
  expect(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((key) => answers.find(key, STALE_AFTER_MS - 1))).toEqual([1, undefined, 3, 4, 5, 6]);
  expect([answers.find('a1', STALE_AFTER_MS), answers.find('a6', STALE_AFTER_MS)]).toEqual([undefined, 6]);
});
