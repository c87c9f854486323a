import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeTries } from './store.ts';

/** What people have sent themselves is forgotten the next day. */
export const textJobs = (deps: Deps): void =>
  deps.queue.every('purge-text-tries', HOUR_MS, async () => void (await purgeTries(deps.db, deps.clock.now() - DAY_MS)));
