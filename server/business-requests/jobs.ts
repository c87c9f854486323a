import { DECIDED_KEPT_MS, UNDECIDED_KEPT_MS } from '#core/business-request.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { sweepRequests } from './store.ts';

/** Forgets requests of long ago, with their files. */
export async function forgetRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await sweepRequests(db, now - DECIDED_KEPT_MS, now - UNDECIDED_KEPT_MS);
}

export const businessRequestJobs = (deps: Deps): void =>
  deps.queue.every('forget-business-requests', 6 * HOUR_MS, async () => await forgetRequests(deps));
