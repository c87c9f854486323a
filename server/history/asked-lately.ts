import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

interface Kept<T> {
  readonly since: Instant;
  readonly answer: Promise<T>;
}

/** More pairs than people look at in a moment. */
const MOST_KEPT = 200;

/** Answers that stand for a moment: whoever asks the same meanwhile is told the same, and asks nobody twice. */
export function createAskedLately<T>({ clock }: Pick<Deps, 'clock'>, forMs: number) {
  const kept = new Map<string, Kept<T>>();
  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const now = clock.now();
    const known = kept.get(key);
    if (known !== undefined && now - known.since < forMs && now >= known.since) return known.answer;
    const answer = ask();
    kept.delete(key);
    kept.set(key, { since: now, answer });
    // What failed is asked again
    answer.catch(() => kept.get(key)?.answer === answer && kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
