import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';

const MINUTE_MS = 60_000;

const network = new EventTarget();
const tab = Object.assign(new EventTarget(), { hidden: false });
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', tab);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A part that fails to load until `appear()`; `attempts`: times of the attempts, in seconds since the start. */
function missingPart() {
  const startedAt = Date.now();
  const attempts: number[] = [];
  let isAvailable = false;
  const part = retryUntilLoaded(() => {
    attempts.push((Date.now() - startedAt) / 1_000);
    return isAvailable ? Promise.resolve('part') : Promise.reject(new Error('unavailable'));
  });
  return { part, attempts, appear: () => (isAvailable = true) };
}

it('retries a part that fails to load at growing intervals of up to a minute', async () => {
  const { part, attempts, appear } = missingPart();
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  expect(attempts).toEqual([0, 3, 9, 21, 45, 93, 153, 213]);
  appear();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect(part).resolves.toBe('part');
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(attempts).toHaveLength(9);
});

it('retries at once when the network is back or the page becomes visible, once for each event', async () => {
  const { part, attempts, appear } = missingPart();
  await vi.advanceTimersByTimeAsync(100_000);
  attempts.length = 0;
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);
  tab.hidden = true;
  tab.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1_000);
  tab.hidden = false;
  appear();
  tab.dispatchEvent(new Event('visibilitychange'));
  await expect(part).resolves.toBe('part');
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(attempts).toEqual([100, 102]);
  // No listener is left
  network.dispatchEvent(new Event('online'));
  tab.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(attempts).toHaveLength(2);
});
