import type { Module } from '#server/module.ts';
import { nightlyAuditJobs } from './nightly-audit.ts';
import { watchPaidJobs } from './watch-paid.ts';

export const reconciliationModule: Module = {
  name: 'reconciliation',
  jobs(deps) {
    nightlyAuditJobs(deps);
    watchPaidJobs(deps);
  },
};
