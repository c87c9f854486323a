/** Longest delay on a busy page. */
const MAX_DELAY_MS = 3_000;
/** Delay where the browser has no `requestIdleCallback`. */
const FALLBACK_DELAY_MS = 1_000;

/** Runs `work` when the page is idle, such as prefetching. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: MAX_DELAY_MS });
  return () => cancelIdleCallback(handle);
}
