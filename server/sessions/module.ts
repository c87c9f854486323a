import { MINUTE_MS } from '#core/time.ts';
import type { Module } from '#server/module.ts';
import { accountRoutes } from './account-routes.ts';
import { purgeSessions } from './purge-sessions.ts';
import { sessionRoutes } from './routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { waysInRoutes } from './ways-in-routes.ts';

export const sessionsModule: Module = {
  name: 'sessions',
  tables: ['ended_sessions', 'known_devices', 'security_events', 'sessions'],
  routes: (_deps, { signIn }) => [
    ...sessionRoutes(signIn),
    ...secondFactorRoutes(signIn),
    ...waysInRoutes(signIn),
    ...accountRoutes(signIn),
  ],
  jobs: (deps) => deps.queue.every('purge-sessions', 10 * MINUTE_MS, () => purgeSessions(deps)),
};
