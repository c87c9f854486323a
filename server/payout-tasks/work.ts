import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { dueSource, taskDue } from './due.ts';

/** Work lane: payouts to make by hand. */
export const payoutTaskWork: WorkLane = {
  covers: { 'payout_tasks.state': ['waiting', 'taken'] },
  rows: () => sql`
    select k.subject_id as subject, paid_order.id as order_id, k.asked_at as since, ${taskDue} as due, k.state = 'taken' as is_taken,
      true as calls
    from payout_tasks k ${dueSource} where k.state in ('waiting', 'taken')`,
};
