import type { Endpoint } from '#contract/endpoint.ts';
import { codeOf, statusOf } from './call-failure.ts';

/** Commands take an idempotency key; reads and calculations have no effect to repeat. */
export const takesIdempotencyKey = ({ method, effect }: Pick<Endpoint, 'method' | 'effect'>): boolean =>
  method !== 'GET' && effect !== 'calculation';

/**
 * Whether a failed call may have taken effect, so that its key is sent again: no answer (0), unreadable (2xx), of a proxy (502-504), or its
 * first try still runs.
 */
export function mayHaveHappened(error: unknown): boolean {
  const status = statusOf(error);
  if (codeOf(error) === 'in_progress') return true;
  return status !== null && (status < 300 || (status >= 502 && status <= 504));
}
