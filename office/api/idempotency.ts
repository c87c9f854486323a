import type { Endpoint } from '#contract/endpoint.ts';
import { codeOf, statusOf } from './call-failure.ts';

/** Commands take an idempotency key; reads and calculations have no effect to repeat. */
export const takesIdempotencyKey = ({ method, effect }: Pick<Endpoint, 'method' | 'effect'>): boolean =>
  method !== 'GET' && effect !== 'calculation';

/**
 * Whether a failed call may have taken effect, now or soon: no answer (0), an answer that cannot be read (2xx), an answer of a proxy
 * (502-504), or the first try of the same key is still running. Then its key is sent again.
 */
export function mayHaveHappened(error: unknown): boolean {
  const status = statusOf(error);
  if (codeOf(error) === 'in_progress') return true;
  return status !== null && (status < 300 || (status >= 502 && status <= 504));
}
