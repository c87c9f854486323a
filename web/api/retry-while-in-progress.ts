import type { CallError } from '#contract/call-errors.ts';

type FormResponse = { readonly ok: true } | { readonly ok: false; readonly errors: readonly CallError[] };

/** Pauses before each retry, 4.5 s in all. */
const PAUSES_MS = [300, 600, 1_200, 2_400] as const;

/**
 * Repeats a request while the API answers `in_progress`: the same form is being processed under its idempotency key. The customer sees the
 * second response, which waits for the first.
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
