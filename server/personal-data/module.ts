import type { Module } from '#server/module.ts';
import { ERASURE_EMAIL, erasureEmails } from './erase-account.ts';
import { personalDataJobs } from './jobs.ts';
import { personalDataRoutes } from './routes.ts';

export const personalDataModule: Module = {
  name: 'personal-data',
  tables: ['data_exports', 'erasures'],
  routes: personalDataRoutes,
  jobs: personalDataJobs,
  emails: (deps) => ({ [ERASURE_EMAIL]: erasureEmails(deps) }),
};
