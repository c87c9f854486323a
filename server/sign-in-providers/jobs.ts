import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { deleteOldAttempts } from './store.ts';

/** Deletes expired attempts. */
export const signInProviderJobs = (deps: Pick<Deps, 'db' | 'clock' | 'queue'>): void =>
  deps.queue.every('purge-provider-attempts', 10 * MINUTE_MS, async () => void (await deleteOldAttempts(deps.db, deps.clock.now())));
