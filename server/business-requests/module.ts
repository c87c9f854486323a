import { DECIDED_RETENTION_MS, UNDECIDED_RETENTION_MS } from '#core/customer/business-request.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { businessMails } from './business-mails.ts';
import { BUSINESS_MAIL } from './request-payments.ts';
import { officeBusinessRoutes, onlinePaymentRoutes } from './routes.ts';
import { sweepRequests } from './store.ts';

/** Deletes old requests with their files. */
export async function deleteOldRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await sweepRequests(db, now - DECIDED_RETENTION_MS, now - UNDECIDED_RETENTION_MS);
}

const businessRequestJobs = (deps: Deps): void =>
  deps.queue.every('forget-business-requests', 6 * HOUR_MS, async () => await deleteOldRequests(deps));

/** Requests of merchants: due three days after the last change, weekends included. */
const businessWork: WorkLane = {
  covers: { 'business_requests.state': ['new', 'in_review'] },
  rows: () => sql`
    select b.id as subject, null as order_id, b.changed_at as since, b.changed_at + interval '3 days' as due,
      b.assigned_to is not null as is_taken, true as calls
    from business_requests b where b.state in ('new', 'in_review')`,
};

export const businessRequestsModule: Module = {
  name: 'business-requests',
  tables: ['business_requests'],
  routes: (deps, { signIn }) => [...onlinePaymentRoutes(signIn), ...officeBusinessRoutes(deps)],
  jobs: businessRequestJobs,
  work: { businessRequests: businessWork },
  emails: (deps) => ({ [BUSINESS_MAIL]: businessMails(deps) }),
};
