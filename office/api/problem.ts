import type { Words } from '#office/words/Words.tsx';
import { CallFailure } from './use-api.ts';

/** Who works on the order: the refusal carries the name, its words do not. */
function heldWords({ code, meta }: CallFailure['failure']['errors'][number], t: Words['t']): string | undefined {
  const { holder } = meta;
  return code === 'lease_held' && typeof holder === 'string' && holder !== '' ? t('office.problem.held', { holder }) : undefined;
}

/** What to tell the operator about a failed call: the server's own words, else what happened to the connection. */
export function problemWords(error: unknown, t: Words['t']): string {
  if (!(error instanceof CallFailure)) return t('office.problem.unknown');
  const { failure } = error;
  if (failure.status === 0) return t('office.problem.offline');
  const words = failure.errors.map((item) => heldWords(item, t) ?? item.message);
  return words.length === 0 ? t('office.problem.unknown') : words.join(' ');
}

/** Whether a call was refused for this reason. */
export const isRefusedFor = (error: unknown, code: string): boolean =>
  error instanceof CallFailure && error.failure.errors.some((item) => item.code === code);

/** The words at one field of a form, undefined when nothing is wrong with it. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof CallFailure ? error.failure.errors.find((item) => item.field === field)?.message : undefined;
