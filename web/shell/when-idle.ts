/** The longest that a busy page puts it off. */
const AT_LATEST_MS = 3_000;
/** Where the browser does not say when it is idle. */
const SOON_MS = 1_000;

/** Does something when the page has come to rest: fetching what will be needed, after all that was needed. Gives the way to call it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, SOON_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(handle);
}
