import type { Module } from '#server/module.ts';
import { payoutTaskJobs } from './jobs.ts';
import { officePayoutTaskRoutes } from './office-routes.ts';
import { payoutProofRoutes } from './routes.ts';
import { findPayoutWaits } from './payout-waits.ts';
import { findShownProofs } from './shown-proofs.ts';
import { payoutTaskWork } from './work.ts';

export const payoutTasksModule: Module = {
  name: 'payout-tasks',
  tables: ['payout_tasks'],
  routes: (deps) => [...payoutProofRoutes(deps), ...officePayoutTaskRoutes(deps)],
  jobs: payoutTaskJobs,
  orderFacts: { findCustomerProofs: findShownProofs, findPayoutWaits },
  work: { payoutTasks: payoutTaskWork },
};
