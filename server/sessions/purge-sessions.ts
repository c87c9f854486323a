import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { forgetOldQuestions } from '#server/second-factors/passkey-sign-in.ts';
import { forgetEnded } from './ended-sessions.ts';
import { deleteExpiredSessions, deleteOldSecurityEvents } from './store.ts';

/** How long one finds in one's own list who signed in. */
const KEPT_MS = 365 * DAY_MS;
const NOBODYS_KEPT_MS = DAY_MS;

/** Forgets sessions whose time is over, and what happened at the door long ago; meant to run every few minutes. */
export async function purgeSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(db, now);
  await forgetOldQuestions(db, now);
  await forgetEnded(db, now);
  await deleteOldSecurityEvents(db, { nobodys: now - NOBODYS_KEPT_MS, all: now - KEPT_MS });
}
