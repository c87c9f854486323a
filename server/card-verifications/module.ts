import type { Module } from '#server/module.ts';
import { CARD_EMAIL, cardEmails } from './card-emails.ts';
import { cardVerificationJobs } from './jobs.ts';
import { officeCardVerificationRoutes } from './office-routes.ts';
import { cardVerificationRoutes } from './routes.ts';
import { cardWork } from './work.ts';

export const cardVerificationsModule: Module = {
  name: 'card-verifications',
  tables: ['card_verifications', 'issuing_banks'],
  routes: (deps) => [...cardVerificationRoutes(deps), ...officeCardVerificationRoutes(deps)],
  jobs: cardVerificationJobs,
  work: { cardChecks: cardWork },
  emails: (deps) => ({ [CARD_EMAIL]: cardEmails(deps) }),
};
