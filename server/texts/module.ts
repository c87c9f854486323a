import type { Module } from '#server/module.ts';
import { textJobs } from './jobs.ts';
import { officeTextRoutes } from './office-routes.ts';
import { TEXT_TRY, testMails } from './test-mails.ts';

export const textsModule: Module = {
  name: 'texts',
  tables: ['text_overrides', 'text_tries', 'text_versions'],
  routes: officeTextRoutes,
  jobs: textJobs,
  emails: (deps) => ({ [TEXT_TRY]: testMails(deps) }),
};
