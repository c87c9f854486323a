import { MINUTE_MS } from '#core/time.ts';
import type { Module } from '#server/module.ts';
import { providerPages } from './pages.ts';
import { signInProviderRoutes } from './routes.ts';
import { deleteOldAttempts } from './store.ts';

export const signInProvidersModule: Module = {
  name: 'sign-in-providers',
  tables: ['provider_attempts'],
  routes: (_deps, { signIn }) => signInProviderRoutes(signIn),
  plugins: (_deps, { signIn }) => [providerPages(signIn)],
  jobs: ({ queue, db, clock }) =>
    queue.every('purge-provider-attempts', 10 * MINUTE_MS, async () => void (await deleteOldAttempts(db, clock.now()))),
};
