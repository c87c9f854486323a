import type { Module } from '#server/module.ts';
import { signInProviderJobs } from './jobs.ts';
import { providerPages } from './pages.ts';
import { signInProviderRoutes } from './routes.ts';

export const signInProvidersModule: Module = {
  name: 'sign-in-providers',
  tables: ['provider_attempts'],
  routes: (_deps, { signIn }) => signInProviderRoutes(signIn),
  plugins: (_deps, { signIn }) => [providerPages(signIn)],
  jobs: signInProviderJobs,
};
