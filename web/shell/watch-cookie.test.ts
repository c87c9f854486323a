import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COOKIE_POLL_MS, watchCookie } from './watch-cookie.ts';

const page = { cookie: '' };
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('polls once a second, reports a change once, and stops (spec 9)', () => {
  expect(COOKIE_POLL_MS).toBe(1000);
  page.cookie = 'mytheme=x; theme=light';
  const changes: (string | undefined)[] = [];
  const stop = watchCookie('theme', (value) => changes.push(value));
  page.cookie = 'theme=dark; mytheme=x';
  vi.advanceTimersByTime(COOKIE_POLL_MS - 1);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(1 + 3 * COOKIE_POLL_MS);
  expect(changes).toEqual(['dark']);
  page.cookie = '';
  vi.advanceTimersByTime(COOKIE_POLL_MS);
  stop();
  page.cookie = 'theme=light';
  vi.advanceTimersByTime(5 * COOKIE_POLL_MS);
  expect(changes).toEqual(['dark', undefined]);
});
