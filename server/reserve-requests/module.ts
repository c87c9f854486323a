import { STALE_AFTER_MS } from '#core/customer/reserve-request.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { expireRequests, notifyWaiting, RESERVE_EMAIL } from './notify-waiting.ts';
import { officeReserveRequestRoutes } from './office-routes.ts';
import { reserveEmailKind } from './reserve-emails.ts';
import { reserveRequestRoutes } from './routes.ts';

/** Jobs of reserve requests. Reserves change with every order, so they are polled. */
function reserveRequestJobs(deps: Deps): void {
  deps.queue.every('tell-waiting', 2 * SECOND_MS, async () => void (await notifyWaiting(deps)));
  deps.queue.every('age-reserve-requests', HOUR_MS, async () => await expireRequests(deps));
}

/** How long before a request expires operators are alarmed. */
const ALARM_BEFORE_END_MS = 3 * DAY_MS;

/** Customers who wait for a reserve that only a treasurer can fill. */
const reserveRequestWork: WorkLane = {
  covers: { 'reserve_requests.state': ['open'] },
  rows: () => sql`
    select q.id as subject, null as order_id, q.said_at as since,
      q.said_at + make_interval(secs => ${(STALE_AFTER_MS - ALARM_BEFORE_END_MS) / 1000}::int) as due, false as is_taken, true as calls
    from reserve_requests q where q.state = 'open'`,
};

export const reserveRequestsModule: Module = {
  name: 'reserve-requests',
  tables: ['reserve_requests'],
  routes: (deps, { signIn }) => [...reserveRequestRoutes(signIn), ...officeReserveRequestRoutes(deps)],
  jobs: reserveRequestJobs,
  work: { reserveRequests: reserveRequestWork },
  emails: (deps) => ({ [RESERVE_EMAIL]: reserveEmailKind(deps) }),
};
