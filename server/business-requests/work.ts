import sql from 'sql-template-tag';
import type { WorkLane } from '#server/work/lane.ts';

/** Merchants who wait for an answer: in three days, a weekend included. */
export const businessWork: WorkLane = {
  covers: { 'business_requests.state': ['new', 'in_review'] },
  rows: () => sql`
    select b.id as subject, null as order_id, b.changed_at as since, b.changed_at + interval '3 days' as due,
      b.assigned_to is not null as is_taken, true as calls
    from business_requests b where b.state in ('new', 'in_review')`,
};
