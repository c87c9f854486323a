import type { CallError } from '#contract/call-errors.ts';

type FormResponse = { readonly ok: true } | { readonly ok: false; readonly errors: readonly CallError[] };

/** Pauses before each retry, 4.5 s in all: no page response takes longer than a customer waits. */
const PAUSES_MS = [300, 600, 1_200, 2_400] as const;

/**
 * Response to a form submitted twice at once with one idempotency key. The second gets `in_progress`; the customer sees its page, so
 * it waits for the first.
 */
export async function retryWhileInProgress<T extends FormResponse>(send: () => Promise<T>): Promise<T> {
  let response = await send();
  for (const pause of PAUSES_MS) {
    if (response.ok || response.errors.every(({ code }) => code !== 'in_progress')) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    response = await send();
  }
  return response;
}
