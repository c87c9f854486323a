import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { deleteExpiredSignInChallenges } from '#server/second-factors/passkey-sign-in.ts';
import { deleteOldEndedSessions } from './ended-sessions.ts';
import { deleteExpiredSessions, deleteOldSecurityEvents } from './store.ts';

/** How long users see their security events. */
const EVENT_RETENTION_MS = 365 * DAY_MS;
const ANONYMOUS_EVENT_RETENTION_MS = DAY_MS;

/** Deletes expired sessions and old security events; runs every few minutes. */
export async function purgeSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(db, now);
  await deleteExpiredSignInChallenges(db, now);
  await deleteOldEndedSessions(db, now);
  await deleteOldSecurityEvents(db, { anonymous: now - ANONYMOUS_EVENT_RETENTION_MS, all: now - EVENT_RETENTION_MS });
}
