import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeUnused } from './store.ts';

/** Deletes codes that were not used within an hour of their expiry. */
export function handoverJobs({ db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>): void {
  queue.every('purge-handovers', HOUR_MS, async () => void (await purgeUnused(db, clock.now() - HOUR_MS)));
}
