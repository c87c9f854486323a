import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

interface CachedAnswer<T> {
  readonly loadedAt: Instant;
  readonly answer: Promise<T>;
}

/** Above the usual number of different keys in use at a time. */
const MAX_ENTRIES = 200;

/** Cache of answers for `forMs` milliseconds: callers with the same key share one load. */
export function createShortCache<T>({ clock }: Pick<Deps, 'clock'>, forMs: number) {
  const entries = new Map<string, CachedAnswer<T>>();
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const now = clock.now();
    const cached = entries.get(key);
    if (cached !== undefined && now - cached.loadedAt < forMs && now >= cached.loadedAt) return cached.answer;
    const answer = load();
    entries.delete(key);
    entries.set(key, { loadedAt: now, answer });
    // A failed load is not cached
    answer.catch(() => entries.get(key)?.answer === answer && entries.delete(key));
    const [oldest] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    return answer;
  };
}
