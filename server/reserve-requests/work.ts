import { sql } from '#server/platform/db/db.ts';
import { STALE_AFTER_MS } from '#core/customer/reserve-request.ts';
import { DAY_MS } from '#core/time.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** How long before a request expires operators are alarmed. */
const ALARM_BEFORE_END_MS = 3 * DAY_MS;

/** Customers who wait for a reserve that only a treasurer can fill. */
export const reserveRequestWork: WorkLane = {
  covers: { 'reserve_requests.state': ['open'] },
  rows: () => sql`
    select q.id as subject, null as order_id, q.said_at as since,
      q.said_at + make_interval(secs => ${(STALE_AFTER_MS - ALARM_BEFORE_END_MS) / 1000}::int) as due, false as is_taken, true as calls
    from reserve_requests q where q.state = 'open'`,
};
