import { expect, it } from 'vitest';
import { isFault, isReported, reported } from './error-reporting.ts';

it('reports bugs, and neither lost connections nor timeouts (spec 8)', () => {
  expect(isReported('Cannot read properties of undefined')).toBe(true);
  for (const message of ['Network Error', 'Failed to fetch', 'Load failed', 'timeout exceeded', 'The operation was aborted']) {
    expect(isReported(message)).toBe(false);
  }
});

it('reports what the server broke, and neither refusals nor silence', () => {
  expect(isFault({ status: 500, unreadable: false })).toBe(true);
  expect(isFault({ status: 422, unreadable: true })).toBe(true);
  expect(isFault({ status: 422, unreadable: false })).toBe(false);
  expect(isFault({ status: 0, unreadable: true })).toBe(false);
});

it('passes every answer on as it is', () => {
  const refused = { ok: false, status: 500, errors: [], unreadable: true, retryAfterSeconds: null } as const;
  expect(reported(refused)).toBe(refused);
});
