import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { expireOrders, renewRequotes, reportLateHolds } from './order-deadlines.job.ts';
import { reportMissedPromises } from './report-missed-promises.job.ts';

/** The periodic jobs over orders' deadlines. */
export function deadlineJobs(deps: Deps): void {
  deps.queue.every('expire-orders', SECOND_MS, async () => await expireOrders(deps));
  deps.queue.every('watch-holds', MINUTE_MS, async () => await reportLateHolds(deps));
  deps.queue.every('tell-missed-promises', MINUTE_MS, async () => await reportMissedPromises(deps));
  deps.queue.every('renew-requotes', 5 * SECOND_MS, async () => await renewRequotes(deps));
}
