import sql from 'sql-template-tag';
import { HOUR_MS } from '#core/time.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** People are called so long before the first of what waits counts as not delivered. */
const BEFORE_END_MS = 4 * HOUR_MS;

/**
 * Servers of partners that the office has paused while events wait for them: only the office resumes these (decision 0093). One that is
 * paused for failing, or by its partner, goes on when the partner says so.
 */
export const webhookWork: WorkLane = {
  covers: { 'webhook_deliveries.state': ['pending'] },
  rows: () => sql`
    select e.id as subject, null as order_id, greatest(e.paused_at, min(d.created_at)) as since,
      min(d.ends_at) - make_interval(secs => ${BEFORE_END_MS / 1000}::int) as due, false as is_taken, true as calls
    from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id and d.state = 'pending'
    where e.paused_by = 'office' group by e.id`,
};
