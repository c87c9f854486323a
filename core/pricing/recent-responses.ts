import { type Instant, MINUTE_MS } from '#core/time.ts';

/** Cache defaults (spec 9): five entries, stale after five minutes. */
export const MAX_RECENT_ENTRIES = 5;
export const STALE_AFTER_MS = 5 * MINUTE_MS;

/** Recent responses, shown at once while they are requested again. */
export interface RecentResponses<T> {
  /** Undefined: not requested lately, or stale. */
  find(key: string, now: Instant): T | undefined;
  /** Stores a response; the least recently used one is dropped. */
  store(key: string, response: T, now: Instant): void;
}

interface CacheEntry<T> {
  readonly response: T;
  readonly at: Instant;
}

export function recentResponses<T>(): RecentResponses<T> {
  // In order of last use
  const entries = new Map<string, CacheEntry<T>>();
  const touch = (key: string, entry: CacheEntry<T>) => {
    entries.delete(key);
    entries.set(key, entry);
  };
  return {
    find(key, now) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (now - entry.at >= STALE_AFTER_MS) {
        entries.delete(key);
        return undefined;
      }
      touch(key, entry);
      return entry.response;
    },
    store(key, response, now) {
      touch(key, { response, at: now });
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_RECENT_ENTRIES) return;
        entries.delete(oldest);
      }
    },
  };
}
