import { Away } from '#server/platform/away.ts';

/** A connection that rests for 15 s is cut (`connectionTimeout`): whoever waits on it hears before that why. */
export const ANSWER_MS = 12_000;
/** All that one page asks for before it is drawn, and the page with it: several questions together are waited for no longer than one. */
const PAGE_ASKS_MS = 10_000;
export const PAGE_MS = 13_000;

/**
 * An answer that something keeps from coming, such as a line to the database that is half open: the statement has a deadline of its own,
 * but nobody holds a request for that long. What was begun may still be done, as with any line that breaks; nothing was acknowledged.
 */
class AnswerAway extends Away {
  override readonly name = 'AnswerAway';
  readonly what = 'answer';
}

/** What `work` gives; throws when it takes longer. */
export function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AnswerAway(`No answer within ${withinMs} ms`)), withinMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export type Patience = <T>(work: () => Promise<T>) => Promise<T>;

/** What is answered from memory comes within this, also to a page whose time is over: it is drawn with what there is. */
const LAST_ASK_MS = 500;

/** The time of one page for all that it asks: each question has what those before have left. */
export function createPatience(withinMs = PAGE_ASKS_MS): Patience {
  const until = performance.now() + withinMs;
  return async (work) => await inTime(work(), Math.max(LAST_ASK_MS, until - performance.now()));
}
