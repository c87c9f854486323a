import type { Failure } from '#contract/call.ts';

/** A call that did not succeed, as queries and mutations carry it. */
export class CallFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.errors[0]?.message ?? `status ${failure.status}`);
    this.name = 'CallFailure';
    this.failure = failure;
  }
}

/** HTTP status, 0 where nothing answered, null where it was no call. */
export const statusOf = (error: unknown): number | null => (error instanceof CallFailure ? error.failure.status : null);

/** The first refusal's code, null where it was no refusal. */
export const codeOf = (error: unknown): string | null => (error instanceof CallFailure ? (error.failure.errors[0]?.code ?? null) : null);
