import { CallFailure, problemMessage } from '#office/api/call-failure.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** Message when giving or enrolling a factor failed; a cancelled passkey prompt is no server error. */
export const factorProblem = (error: unknown, t: Translation['t']): string =>
  error instanceof CallFailure ? problemMessage(error, t) : t('office_door.passkey_cancelled');
