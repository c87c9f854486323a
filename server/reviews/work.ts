import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** Reviews to moderate. */
export const reviewWork: WorkLane = {
  covers: { 'reviews.state': ['pending'] },
  rows: () => sql`
    select r.id as subject, null as order_id, r.written_at as since, r.written_at + interval '1 day' as due, false as is_taken,
      true as calls
    from reviews r where r.state = 'pending'`,
};
