import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { railEvents } from './rail-events.ts';

/** Every rail is asked for news about every second, by whichever process runs jobs; callbacks only make it faster (R22). */
export function depositJobs(deps: Deps): void {
  const events = railEvents(deps);
  for (const rail of deps.rails.values()) {
    deps.queue.every(`poll-${rail.name}`, SECOND_MS, async () => await rail.poll(events));
  }
}
