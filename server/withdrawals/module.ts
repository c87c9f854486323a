import type { Module } from '#server/module.ts';
import { withdrawalJobs } from './jobs.ts';
import { officeWithdrawalRoutes } from './office-routes.ts';
import { executeRelease, isReleaseOver } from './release-withdrawal.ts';
import { withdrawalRoutes } from './routes.ts';
import { withdrawalSearcher } from './search-withdrawals.ts';
import { WITHDRAWAL_SUBJECT } from './subject.ts';
import { WITHDRAWAL_MAIL } from './notify-customer.ts';
import { withdrawalMails } from './withdrawal-mails.ts';
import { withdrawalWork } from './work.ts';

export const withdrawalsModule: Module = {
  name: 'withdrawals',
  tables: ['withdrawal_events', 'withdrawals'],
  routes: (deps) => [...withdrawalRoutes(deps), ...officeWithdrawalRoutes(deps)],
  jobs: withdrawalJobs,
  payoutSubjects: { withdrawal: WITHDRAWAL_SUBJECT },
  approvals: { release_withdrawal: { execute: executeRelease, overtaken: isReleaseOver } },
  work: { withdrawals: withdrawalWork },
  emails: (deps) => ({ [WITHDRAWAL_MAIL]: withdrawalMails(deps) }),
  searcher: withdrawalSearcher,
};
