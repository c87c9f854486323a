import { nextVerifyingStart, todaysVerifyingStart, VERIFYING_MINUTES } from '#core/customer/card-verification.ts';
import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { CARD_EMAIL, cardEmails } from './card-emails.ts';
import { cardVerificationJobs } from './jobs.ts';
import { officeCardVerificationRoutes } from './office-routes.ts';
import { cardVerificationRoutes } from './routes.ts';

/** Cards to check within 1 to 5 minutes, from 07:00 to 23:00 Moscow time (spec 9). The time of a card sent at night starts in the morning. */
const cardWork: WorkLane = {
  covers: { 'card_verifications.state': ['pending', 'processing'] },
  rows: (_deps, { now }) => {
    const from = new Date(nextVerifyingStart(now) ?? todaysVerifyingStart(now));
    return sql`
    select v.id as subject, v.order_id, greatest(v.created_at, ${from}::timestamptz) as since,
      greatest(v.created_at, ${from}::timestamptz) + make_interval(mins => ${VERIFYING_MINUTES.max}::int) as due,
      v.state = 'processing' as is_taken, true as calls
    from card_verifications v where v.state in ('pending', 'processing')`;
  },
};

export const cardVerificationsModule: Module = {
  name: 'card-verifications',
  tables: ['card_verifications', 'issuing_banks'],
  routes: (deps) => [...cardVerificationRoutes(deps), ...officeCardVerificationRoutes(deps)],
  jobs: cardVerificationJobs,
  work: { cardChecks: cardWork },
  emails: (deps) => ({ [CARD_EMAIL]: cardEmails(deps) }),
};
