import { type Instant, MINUTE_MS } from './time.ts';

/** Cache defaults (spec 9): five entries, stale after five minutes. */
export const RECENT_ENTRIES = 5;
export const STALE_AFTER_MS = 5 * MINUTE_MS;

/** Answers that were given just now, to be shown at once while they are asked for anew. */
export interface RecentAnswers<T> {
  /** Undefined: nobody has asked for it lately, or it is stale. */
  find(key: string, now: Instant): T | undefined;
  /** The one that was kept or shown longest ago makes room. */
  keep(key: string, answer: T, now: Instant): void;
}

interface Kept<T> {
  readonly answer: T;
  readonly at: Instant;
}

export function recentAnswers<T>(): RecentAnswers<T> {
  // In the order of their last use
  const kept = new Map<string, Kept<T>>();
  const use = (key: string, entry: Kept<T>) => {
    kept.delete(key);
    kept.set(key, entry);
  };
  return {
    find(key, now) {
      const entry = kept.get(key);
      if (entry === undefined) return undefined;
      if (now - entry.at >= STALE_AFTER_MS) {
        kept.delete(key);
        return undefined;
      }
      use(key, entry);
      return entry.answer;
    },
    keep(key, answer, now) {
      use(key, { answer, at: now });
      for (const oldest of kept.keys()) {
        if (kept.size <= RECENT_ENTRIES) return;
        kept.delete(oldest);
      }
    },
  };
}
