import { problemMessage } from '#office/api/problem.ts';
import { CallFailure } from '#office/api/call-failure.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** What to say when giving or making a factor failed: a passkey that was not shown is no fault of the server's. */
export const factorProblem = (error: unknown, t: Translation['t']): string =>
  error instanceof CallFailure ? problemMessage(error, t) : t('office_door.passkey_cancelled');
