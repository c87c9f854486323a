import { HOUR_MS } from '#core/time.ts';
import { sweepUnreferenced } from '#server/cheques/cheque-files.ts';
import type { Deps } from '#server/deps.ts';
import { proofFolder } from './proof.ts';
import { findNamedProofs } from './store.ts';

/** Deletes proof files that no task refers to. */
export const sweepProofs = async (deps: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> =>
  await sweepUnreferenced(deps, { folder: proofFolder, findReferenced: async (keys) => await findNamedProofs(deps.db, keys) });

export function payoutTaskJobs(deps: Deps): void {
  deps.queue.every('sweep-payout-proofs', 6 * HOUR_MS, async () => await sweepProofs(deps));
}
