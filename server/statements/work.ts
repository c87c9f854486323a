import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** Money in suspense: a payment without a known order. */
export const bankLineWork: WorkLane = {
  covers: { 'bank_lines.state': ['unmatched'] },
  rows: () => sql`
    select l.id as subject, null as order_id, l.recorded_at as since, l.recorded_at + interval '1 hour' as due, false as is_taken,
      true as calls
    from bank_lines l where l.state = 'unmatched'`,
};
