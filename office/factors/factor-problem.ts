import { problemWords } from '#office/api/problem.ts';
import { CallFailure } from '#office/api/use-api.ts';
import type { Words } from '#office/words/Words.tsx';

/** What to say when giving or making a factor failed: a passkey that was not shown is no fault of the server's. */
export const factorProblem = (error: unknown, t: Words['t']): string =>
  error instanceof CallFailure ? problemWords(error, t) : t('office_door.passkey_cancelled');
