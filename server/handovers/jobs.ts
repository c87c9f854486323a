import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeUnused } from './store.ts';

/** Codes that nobody has used are kept no longer than somebody may ask what became of his. */
export function handoverJobs({ db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>): void {
  queue.every('purge-handovers', HOUR_MS, async () => void (await purgeUnused(db, clock.now() - HOUR_MS)));
}
