import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilArrived } from './late-parts.ts';

const MINUTE_MS = 60_000;

const line = new EventTarget();
const page = Object.assign(new EventTarget(), { hidden: false });
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', line.addEventListener.bind(line));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A part that does not come before it is told to; `asked` says when it was asked for, in whole seconds of this test. */
function absent() {
  const began = Date.now();
  const asked: number[] = [];
  let isThere = false;
  const part = untilArrived(() => {
    asked.push((Date.now() - began) / 1_000);
    return isThere ? Promise.resolve('part') : Promise.reject(new Error('away'));
  });
  return { part, asked, come: () => (isThere = true) };
}

it('asks for a part that does not come rarer and rarer, and once a minute at last', async () => {
  const { part, asked, come } = absent();
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  expect(asked).toEqual([0, 3, 9, 21, 45, 93, 153, 213]);
  come();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect(part).resolves.toBe('part');
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(asked).toHaveLength(9);
});

it('asks at once when the line is back or the page is looked at again, and once for each', async () => {
  const { part, asked, come } = absent();
  await vi.advanceTimersByTimeAsync(100_000);
  asked.length = 0;
  line.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1_000);
  page.hidden = false;
  come();
  page.dispatchEvent(new Event('visibilitychange'));
  await expect(part).resolves.toBe('part');
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(asked).toEqual([100, 102]);
  // Nothing listens any more
  line.dispatchEvent(new Event('online'));
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(asked).toHaveLength(2);
});
