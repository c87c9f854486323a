import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { deleteOldAttempts } from './store.ts';

/** Forgets those who were sent to a provider and did not come back. */
export const signInProviderJobs = (deps: Pick<Deps, 'db' | 'clock' | 'queue'>): void =>
  deps.queue.every('purge-provider-attempts', 10 * MINUTE_MS, async () => void (await deleteOldAttempts(deps.db, deps.clock.now())));
