import type { Module } from '#server/module.ts';
import { accountEmails } from './account-emails.ts';
import { ACCOUNT_EMAIL } from './mail-token.ts';
import { userAccountRoutes } from './routes.ts';

export const accountsModule: Module = {
  name: 'accounts',
  tables: ['account_tokens'],
  routes: (_deps, { signIn }) => userAccountRoutes(signIn),
  emails: (deps) => ({ [ACCOUNT_EMAIL]: accountEmails(deps) }),
};
