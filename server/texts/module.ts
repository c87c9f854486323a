import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { officeTextRoutes } from './office-routes.ts';
import { deleteTestMailsBefore } from './store.ts';
import { testMails, TEXT_TRY } from './test-mails.ts';

/** Deletes test mails after a day. */
const textJobs = (deps: Deps): void =>
  deps.queue.every('purge-text-tries', HOUR_MS, async () => void (await deleteTestMailsBefore(deps.db, deps.clock.now() - DAY_MS)));

export const textsModule: Module = {
  name: 'texts',
  tables: ['text_overrides', 'text_tries', 'text_versions'],
  routes: officeTextRoutes,
  jobs: textJobs,
  emails: (deps) => ({ [TEXT_TRY]: testMails(deps) }),
};
