import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { lastPromiseOf, promiseOf, REVIEW_MS } from './promise.ts';

describe('a promise', () => {
  it('stands until it passes, and is then replaced by a later one that names it', () => {
    expect(promiseOf(0, REVIEW_MS, 0)).toEqual({ at: REVIEW_MS, missed: null });
    expect(promiseOf(0, REVIEW_MS, REVIEW_MS - 1)).toEqual({ at: REVIEW_MS, missed: null });
    expect(promiseOf(0, REVIEW_MS, REVIEW_MS)).toEqual({ at: 2 * HOUR_MS, missed: REVIEW_MS });
    expect(promiseOf(0, 7 * MINUTE_MS, 3 * HOUR_MS)).toEqual({ at: 6 * HOUR_MS, missed: 2 * HOUR_MS });
  });

  it('is never a time before the first one, and ends', () => {
    expect(promiseOf(0, 12 * HOUR_MS, 12 * HOUR_MS)).toEqual({ at: 24 * HOUR_MS, missed: 12 * HOUR_MS });
    expect(promiseOf(0, REVIEW_MS, 72 * HOUR_MS)).toBeNull();
    expect(lastPromiseOf(0, REVIEW_MS)).toBe(72 * HOUR_MS);
    expect(lastPromiseOf(0, 96 * HOUR_MS)).toBe(96 * HOUR_MS);
  });
});
