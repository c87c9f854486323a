import { DECIDED_RETENTION_MS, UNDECIDED_RETENTION_MS } from '#core/customer/business-request.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { sweepRequests } from './store.ts';

/** Deletes old requests with their files. */
export async function deleteOldRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await sweepRequests(db, now - DECIDED_RETENTION_MS, now - UNDECIDED_RETENTION_MS);
}

export const businessRequestJobs = (deps: Deps): void =>
  deps.queue.every('forget-business-requests', 6 * HOUR_MS, async () => await deleteOldRequests(deps));
