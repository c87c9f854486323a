import type { Translation } from '#office/i18n/Translation.tsx';
import { CallFailure } from './call-failure.ts';

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
  const words = failure.errors.map((item) => leaseHeldMessage(item, t) ?? item.message);
  return words.length === 0 ? t('office.problem.unknown') : words.join(' ');
}

/** Whether a call was refused for this reason. */
export const isRefusedFor = (error: unknown, code: string): boolean =>
  error instanceof CallFailure && error.failure.errors.some((item) => item.code === code);

/** Message at one field of a form; undefined when it was not refused. */
export const fieldProblem = (error: unknown, field: string): string | undefined =>
  error instanceof CallFailure ? error.failure.errors.find((item) => item.field === field)?.message : undefined;
