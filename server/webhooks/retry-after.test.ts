import { expect, test } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { parseRetryAfterMs } from './webhook-url.ts';

test('reads Retry-After as seconds or a date', () => {
  const now = Date.parse('2026-11-22T07:00:00Z');
  expect(parseRetryAfterMs('120', now)).toBe(120_000);
  expect(parseRetryAfterMs('Sun, 22 Nov 2026 07:01:00 GMT', now)).toBe(MINUTE_MS);
  expect(parseRetryAfterMs('Sun, 22 Nov 2020 07:01:00 GMT', now)).toBe(0);
  for (const nothing of [undefined, '', 'soon', '-1', '99999999999']) expect(parseRetryAfterMs(nothing, now)).toBeNull();
});
