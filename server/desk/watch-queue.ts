import type { Deps } from '#server/deps.ts';
import type { IncidentKeeper } from '#server/incidents/keep-incidents.ts';
import { MINUTE_MS } from '#core/time.ts';
import { keepIncidents } from '#server/incidents/keep-incidents.ts';
import { findLateOrders } from './store.ts';

/** One queue, one alarm: whoever opens it sees all that waits. */
const SUBJECT = 'queue';

/** Calls people when orders wait for them longer than their directions promise (domain 11, "Alarms": "queue older than promised"). */
export async function watchQueue({ db, clock }: Pick<Deps, 'db' | 'clock'>, keeper: IncidentKeeper): Promise<void> {
  const now = clock.now();
  const { count, order, since } = await findLateOrders(db, now);
  if (order === null || since === null) return await keeper.keep('queue_late', {});
  const minutes = Math.floor((now - since.getTime()) / MINUTE_MS);
  await keeper.keep('queue_late', { [SUBJECT]: { orders: String(count), order, waiting_minutes: String(minutes) } });
}

export function deskJobs(deps: Deps): void {
  const keeper = keepIncidents(deps);
  deps.queue.every('watch-queue', MINUTE_MS, () => watchQueue(deps, keeper));
}
