import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { expireRequests, notifyWaiting } from './notify-waiting.ts';

/** Jobs of reserve requests. Reserves change with every order, so they are polled. */
export function reserveRequestJobs(deps: Deps): void {
  deps.queue.every('tell-waiting', 2 * SECOND_MS, async () => void (await notifyWaiting(deps)));
  deps.queue.every('age-reserve-requests', HOUR_MS, async () => await expireRequests(deps));
}
