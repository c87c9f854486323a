/*
 * A document never requests a failed module again, so the files of a later script are fetched first, with retries.
 * The build wraps every `import()` in this (decision 0097).
 */

/** Timeout of one fetch. */
const FETCH_TIMEOUT_MS = 30_000;
/** First pause before a retry; doubled each time, up to `MAX_RETRY_MS`. */
const RETRY_MS = 3_000;
const MAX_RETRY_MS = 60_000;

const fetches = new Map<string, Promise<void>>();

async function fetchFile(file: string): Promise<void> {
  const response = await fetch(file, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${file} did not load: ${response.status}`);
  await response.arrayBuffer();
}

function ensureFetched(file: string): Promise<void> {
  const existing = fetches.get(file);
  if (existing !== undefined) return existing;
  const fetching = fetchFile(file).catch((error: unknown) => {
    fetches.delete(file);
    throw error;
  });
  fetches.set(file, fetching);
  return fetching;
}

/**
 * Imports after all files of the import are fetched; rejects where one failed, and may be called again. The build calls it by this name.
 * @public
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => ensureFetched(`/${file}`)));
  return load();
}

/** Waits; ends early when the network is back or the page becomes visible. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const resume = () => {
      clearTimeout(timer);
      listeners.abort();
      resolve();
    };
    const timer = setTimeout(resume, ms);
    globalThis.addEventListener('online', resume, { signal });
    document.addEventListener('visibilitychange', () => document.hidden || resume(), { signal });
  });

/** Retries a load until it succeeds. */
export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let ms = RETRY_MS; ; ms = Math.min(2 * ms, MAX_RETRY_MS)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- retried only after a failure
      return await load();
    } catch {
      // oxlint-disable-next-line no-await-in-loop -- a pause between the attempts
      await pause(ms);
    }
  }
}

/** Loads an optional part: undefined where it fails, which is not reported as an error. */
export async function loadOptional<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch {
    return undefined;
  }
}
