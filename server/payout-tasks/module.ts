import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { payoutTaskJobs } from './jobs.ts';
import { officePayoutTaskRoutes } from './office-routes.ts';
import { dueSource, findPayoutWaits, taskDueAt } from './promised-time.ts';
import { findShownProofs } from './proof.ts';
import { payoutProofRoutes } from './routes.ts';

/** Work lane: payouts to make by hand. */
const payoutTaskWork: WorkLane = {
  covers: { 'payout_tasks.state': ['waiting', 'taken'] },
  rows: () => sql`
    select k.subject_id as subject, paid_order.id as order_id, k.asked_at as since, ${taskDueAt} as due, k.state = 'taken' as is_taken,
      true as calls
    from payout_tasks k ${dueSource} where k.state in ('waiting', 'taken')`,
};

export const payoutTasksModule: Module = {
  name: 'payout-tasks',
  tables: ['payout_tasks'],
  routes: (deps) => [...payoutProofRoutes(deps), ...officePayoutTaskRoutes(deps)],
  jobs: payoutTaskJobs,
  orderFacts: { findCustomerProofs: findShownProofs, findPayoutWaits },
  work: { payoutTasks: payoutTaskWork },
};
