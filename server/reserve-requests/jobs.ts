import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { ageRequests, tellWaiting } from './tell-waiting.ts';

/** What reserve requests do by themselves. A reserve moves with every order: it is looked at, not waited for. */
export function reserveRequestJobs(deps: Deps): void {
  deps.queue.every('tell-waiting', 2 * SECOND_MS, async () => void (await tellWaiting(deps)));
  deps.queue.every('age-reserve-requests', HOUR_MS, async () => await ageRequests(deps));
}
