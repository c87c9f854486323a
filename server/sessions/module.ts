import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { deleteExpiredSignInChallenges } from '#server/second-factors/passkeys.ts';
import { deleteOldEndedSessions } from './end-sessions.ts';
import { accountRoutes, sessionRoutes } from './routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { signInMethodRoutes } from './sign-in-method-routes.ts';
import { deleteExpiredSessions, deleteOldSecurityEvents } from './store.ts';

/** How long users see their security events. */
const EVENT_RETENTION_MS = 365 * DAY_MS;
const ANONYMOUS_EVENT_RETENTION_MS = DAY_MS;

/** Deletes expired sessions and old security events. */
export async function purgeSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(db, now);
  await deleteExpiredSignInChallenges(db, now);
  await deleteOldEndedSessions(db, now);
  await deleteOldSecurityEvents(db, { anonymous: now - ANONYMOUS_EVENT_RETENTION_MS, all: now - EVENT_RETENTION_MS });
}

export const sessionsModule: Module = {
  name: 'sessions',
  tables: ['ended_sessions', 'known_devices', 'security_events', 'sessions'],
  routes: (_deps, { signIn }) => [
    ...sessionRoutes(signIn),
    ...secondFactorRoutes(signIn),
    ...signInMethodRoutes(signIn),
    ...accountRoutes(signIn),
  ],
  jobs: (deps) => deps.queue.every('purge-sessions', 10 * MINUTE_MS, () => purgeSessions(deps)),
};
