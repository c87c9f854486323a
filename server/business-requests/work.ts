import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** Requests of merchants: due three days after the last change, weekends included. */
export const businessWork: WorkLane = {
  covers: { 'business_requests.state': ['new', 'in_review'] },
  rows: () => sql`
    select b.id as subject, null as order_id, b.changed_at as since, b.changed_at + interval '3 days' as due,
      b.assigned_to is not null as is_taken, true as calls
    from business_requests b where b.state in ('new', 'in_review')`,
};
