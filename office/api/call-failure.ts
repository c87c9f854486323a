import type { Failure } from '#contract/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** A call that did not succeed, as queries and mutations carry it. */
export class CallFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.errors[0]?.message ?? `status ${failure.status}`);
    this.name = 'CallFailure';
    this.failure = failure;
  }
}

/** HTTP status of a failed call. 0: no response; null: the error is not a failed call. */
export const statusOf = (error: unknown): number | null => (error instanceof CallFailure ? error.failure.status : null);

/** Code of the first refusal; null: the error is not a refusal. */
export const codeOf = (error: unknown): string | null => (error instanceof CallFailure ? (error.failure.errors[0]?.code ?? null) : null);

/** `lease_held` names the holder in `meta`, not in its message. */
function leaseHeldMessage({ code, meta }: CallFailure['failure']['errors'][number], t: Translation['t']): string | undefined {
  const { holder } = meta;
  return code === 'lease_held' && typeof holder === 'string' && holder !== '' ? t('office.problem.held', { holder }) : undefined;
}

/** Message of a failed call: the server's, else about the connection. */
export function problemMessage(error: unknown, t: Translation['t']): string {
  if (!(error instanceof CallFailure)) return t('office.problem.unknown');
  const { failure } = error;
  if (failure.status === 0) return t('office.problem.offline');
  const messages = failure.errors.map((item) => leaseHeldMessage(item, t) ?? item.message);
  return messages.length === 0 ? t('office.problem.unknown') : messages.join(' ');
}

/** Whether a call was refused for this reason. */
export const isRefusedFor = (error: unknown, code: string): boolean =>
  error instanceof CallFailure && error.failure.errors.some((item) => item.code === code);

/** Message at one field of a form; undefined when it was not refused. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof CallFailure ? error.failure.errors.find((item) => item.field === field)?.message : undefined;

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
