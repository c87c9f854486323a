import { Away } from '#server/platform/away.ts';

/** A connection that rests for 15 s is cut (`connectionTimeout`): whoever waits on it hears before that why. */
export const ANSWER_MS = 12_000;

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
