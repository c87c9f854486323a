import { HOUR_MS } from '#core/time.ts';
import type { Module } from '#server/module.ts';
import { accountLetters } from './account-letters.ts';
import { ACCOUNT_LETTER } from './mail-token.ts';
import { purgeAccounts } from './purge-accounts.ts';
import { userAccountRoutes } from './routes.ts';

export const accountsModule: Module = {
  name: 'accounts',
  tables: ['account_tokens'],
  routes: (_deps, { signIn }) => userAccountRoutes(signIn),
  jobs: (deps) => deps.queue.every('purge-accounts', HOUR_MS, () => purgeAccounts(deps)),
  letters: (deps) => ({ [ACCOUNT_LETTER]: accountLetters(deps) }),
};
