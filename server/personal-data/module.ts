import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import { purgeAccounts } from '#server/accounts/purge-accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { eraseDue, ERASURE_EMAIL, erasureEmails } from './erase-account.ts';
import { isErased } from './erase-store.ts';
import { EXPORT_JOB, makeExport, sweepExports } from './exports.ts';
import { personalDataRoutes } from './routes.ts';

/** Archives are created one at a time. */
export function personalDataJobs(deps: Deps): void {
  deps.queue.declare(EXPORT_JOB);
  deps.queue.work(EXPORT_JOB, async (data) => await makeExport(deps, String(data['export_id'])), { concurrency: 1 });
  deps.queue.every('erase-due', 15 * SECOND_MS, async () => await eraseDue(deps));
  deps.queue.every('sweep-data-exports', HOUR_MS, async () => await sweepExports(deps));
  deps.queue.every('purge-accounts', HOUR_MS, () => purgeAccounts(deps, isErased));
}

export const personalDataModule: Module = {
  name: 'personal-data',
  tables: ['data_exports', 'erasures'],
  routes: personalDataRoutes,
  jobs: personalDataJobs,
  emails: (deps) => ({ [ERASURE_EMAIL]: erasureEmails(deps) }),
};
