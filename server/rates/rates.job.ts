import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { deleteUnusedSnapshots } from './store.ts';
import { ASK_FEES_EVERY_MS, type Conditions } from './take-conditions.ts';
import { createSnapshotTaker, type SnapshotDeps } from './take-snapshot.ts';

const TAKE_EVERY_MS = 3 * SECOND_MS;
const KEEP_MS = 3 * DAY_MS;
const PRUNE_BATCH = 5_000;

/** Loops of the jobs role: prices every few seconds, old ones that no order refers to thrown away every hour. */
export function rateJobs(deps: SnapshotDeps & Pick<Deps, 'queue'> & { readonly conditions: Conditions }): void {
  deps.queue.every('rates.network-fees', ASK_FEES_EVERY_MS, () => deps.conditions.askFees());
  deps.queue.every('rates.snapshot', TAKE_EVERY_MS, createSnapshotTaker(deps));
  deps.queue.every('rates.prune', HOUR_MS, async () => {
    const deleted = await deleteUnusedSnapshots(deps.db, deps.clock.now() - KEEP_MS, PRUNE_BATCH);
    if (deleted > 0) deps.log.info({ deleted }, 'rate_snapshots_pruned');
  });
}
