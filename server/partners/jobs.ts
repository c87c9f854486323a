import { SIGNATURE_WINDOW_SECONDS } from '#core/partner.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { forgetSignatures } from './store.ts';

/** A call may be signed ahead of our clock by a window, and is good for another one after it. */
const REMEMBERED_MS = 2 * SIGNATURE_WINDOW_SECONDS * SECOND_MS + MINUTE_MS;

/** Forgets signatures that are too old to be sent again. */
export function partnerJobs(deps: Pick<Deps, 'queue' | 'db' | 'clock'>): void {
  deps.queue.every('forget-partner-signatures', MINUTE_MS, async () => {
    await forgetSignatures(deps.db, new Date(deps.clock.now() - REMEMBERED_MS));
  });
}
