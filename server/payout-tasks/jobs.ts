import { HOUR_MS } from '#core/time.ts';
import { sweepUnnamed } from '#server/cheques/sweep-unnamed.ts';
import type { Deps } from '#server/deps.ts';
import { proofFolder } from './proof.ts';
import { findNamedProofs } from './store.ts';

/** Removes the bank's papers that no row names. */
export const sweepProofs = async (deps: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> =>
  await sweepUnnamed(deps, { folder: proofFolder, named: async (keys) => await findNamedProofs(deps.db, keys) });

/** Papers that belong to no payout are removed. */
export function payoutTaskJobs(deps: Deps): void {
  deps.queue.every('sweep-payout-proofs', 6 * HOUR_MS, async () => await sweepProofs(deps));
}
