import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { withdrawalJobs } from './jobs.ts';
import { WITHDRAWAL_MAIL } from './notify-customer.ts';
import { officeWithdrawalRoutes } from './office-routes.ts';
import { executeRelease, isReleaseOutdated } from './apply-operator-action.ts';
import { withdrawalRoutes } from './routes.ts';
import { withdrawalSearcher } from './search-withdrawals.ts';
import { WITHDRAWAL_SUBJECT } from './subject.ts';
import { withdrawalEmails } from './withdrawal-emails.ts';

/**
 * Work lane: withdrawals failed, stopped, unknown, paid by hand, or later than promised (spec 9: one day; to a new wallet one hour after
 * its hold).
 */
const withdrawalWork: WorkLane = {
  covers: { 'withdrawals.status': ['payout_failed'], 'withdrawals.is_stopped': ['true'], 'payouts.state': ['unknown', 'by_hand'] },
  rows: (_deps, { now }) => sql`
    select w.id as subject, null as order_id, w.status_changed_at as since,
      case when w.status = 'payout_failed' then w.status_changed_at else w.promised_at end as due,
      exists (select from payouts p where p.withdrawal_id = w.id and p.state = 'by_hand') as is_taken, true as calls
    from withdrawals w
    where w.status in ('payout_pending', 'payout_sent', 'payout_failed')
      and (w.status = 'payout_failed' or w.is_stopped
        or w.promised_at <= ${new Date(now)}
        or exists (select from payouts p where p.withdrawal_id = w.id and p.state in ('unknown', 'by_hand')))`,
};

export const withdrawalsModule: Module = {
  name: 'withdrawals',
  tables: ['withdrawal_events', 'withdrawals'],
  routes: (deps) => [...withdrawalRoutes(deps), ...officeWithdrawalRoutes(deps)],
  jobs: withdrawalJobs,
  payoutSubjects: { withdrawal: WITHDRAWAL_SUBJECT },
  approvals: { release_withdrawal: { execute: executeRelease, overtaken: isReleaseOutdated } },
  work: { withdrawals: withdrawalWork },
  emails: (deps) => ({ [WITHDRAWAL_MAIL]: withdrawalEmails(deps) }),
  searcher: withdrawalSearcher,
};
