import { SIGNATURE_WINDOW_SECONDS } from '#core/partner/partner.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { deleteSignatures } from './store.ts';

/** A call may be signed one window ahead of our clock and is valid for another window after that. */
const RETENTION_MS = 2 * SIGNATURE_WINDOW_SECONDS * SECOND_MS + MINUTE_MS;

/** Deletes signatures too old to be replayed. */
export function partnerJobs(deps: Pick<Deps, 'queue' | 'db' | 'clock'>): void {
  deps.queue.every('forget-partner-signatures', MINUTE_MS, async () => {
    await deleteSignatures(deps.db, new Date(deps.clock.now() - RETENTION_MS));
  });
}
