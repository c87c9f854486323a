import { expect, it } from 'vitest';
import { isReported } from './error-reporting.ts';

it('reports bugs, and neither lost connections nor timeouts (spec 8)', () => {
  expect(isReported('Cannot read properties of undefined')).toBe(true);
  for (const message of ['Network Error', 'Failed to fetch', 'Load failed', 'timeout exceeded', 'The operation was aborted']) {
    expect(isReported(message)).toBe(false);
  }
});
