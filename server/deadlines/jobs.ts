import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { keepIncidents } from '#server/incidents/keep-incidents.ts';
import { expireOrders } from './expire-orders.job.ts';
import { renewRequotes } from './renew-requotes.job.ts';
import { tellMissedPromises } from './tell-missed-promises.job.ts';
import { watchHolds } from './watch-holds.job.ts';

/** The loops that watch the clock over orders. */
export function deadlineJobs(deps: Deps): void {
  deps.queue.every('expire-orders', SECOND_MS, async () => await expireOrders(deps));
  const keeper = keepIncidents(deps);
  deps.queue.every('watch-holds', MINUTE_MS, async () => await watchHolds(deps, keeper));
  deps.queue.every('tell-missed-promises', MINUTE_MS, async () => await tellMissedPromises(deps));
  deps.queue.every('renew-requotes', 5 * SECOND_MS, async () => await renewRequotes(deps));
}
