import { sql } from '#server/platform/db/db.ts';
import { HOUR_MS } from '#core/time.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** The alarm is raised this long before the first waiting event would fail. */
const BEFORE_END_MS = 4 * HOUR_MS;

/**
 * Endpoints paused by the office with waiting events: only the office can resume these (decision 0093). Endpoints paused for failures or by
 * the partner are resumed by the partner.
 */
export const webhookWork: WorkLane = {
  covers: { 'webhook_deliveries.state': ['pending'] },
  rows: () => sql`
    select e.id as subject, null as order_id, greatest(e.paused_at, min(d.created_at)) as since,
      min(d.ends_at) - make_interval(secs => ${BEFORE_END_MS / 1000}::int) as due, false as is_taken, true as calls
    from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id and d.state = 'pending'
    where e.paused_by = 'office' group by e.id`,
};
