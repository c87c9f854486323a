import type { CallError } from '#contract/call-errors.ts';

type Said = { readonly ok: true } | { readonly ok: false; readonly errors: readonly CallError[] };

/** How long to wait before asking again: what is made takes a moment, and a page that is waited for no longer than people wait. */
const PAUSES_MS = [300, 600, 1_200, 2_400] as const;

/**
 * The answer to a form that was sent twice at once: the second is told that the first is still worked on, and its page is the one that
 * is seen. It waits for what comes of the first, whose key it has, rather than inviting to a third press.
 */
export async function whenDone<T extends Said>(ask: () => Promise<T>): Promise<T> {
  let answer = await ask();
  for (const pause of PAUSES_MS) {
    if (answer.ok || answer.errors.every(({ code }) => code !== 'in_progress')) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    answer = await ask();
  }
  return answer;
}
