import type { IncomingMessage } from 'node:http';
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

/** What a request has waited for us so far; the time in which its body comes is its own. */
const waitedMs = new WeakMap<IncomingMessage, number>();

/** Notes that a request has waited for so long before its work began. */
export const noteWait = (request: IncomingMessage, ms: number): void => {
  waitedMs.set(request, (waitedMs.get(request) ?? 0) + ms);
};

/** One step of a request: all its steps together have the time of one answer, so that the answer comes before the connection is cut. */
export async function inTimeOf<T>(request: IncomingMessage, work: Promise<T>, withinMs: number): Promise<T> {
  const begun = performance.now();
  try {
    return await inTime(work, Math.max(1, withinMs - (waitedMs.get(request) ?? 0)));
  } finally {
    noteWait(request, performance.now() - begun);
  }
}

export type Patience = <T>(work: () => Promise<T>) => Promise<T>;

/** What is answered from memory comes within this, also to a page whose time is over: it is drawn with what there is. */
const LAST_ASK_MS = 500;

/** The time of one page for all that it asks: each question has what those before have left. */
export function createPatience(withinMs = PAGE_ASKS_MS): Patience {
  const until = performance.now() + withinMs;
  return async (work) => await inTime(work(), Math.max(LAST_ASK_MS, until - performance.now()));
}
