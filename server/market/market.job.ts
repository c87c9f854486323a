import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Market } from './run-market.ts';
import { deleteUnusedSnapshots } from './store.ts';

const TURN_EVERY_MS = SECOND_MS;
const KEEP_MS = 3 * DAY_MS;
const PRUNE_BATCH = 5_000;

/** Loops of the jobs role: takes prices every second; every hour deletes old snapshots that no order refers to. */
export function marketJobs(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'queue'>, market: Market): void {
  deps.queue.every('market.turn', TURN_EVERY_MS, () => market.turn());
  deps.queue.every('market.prune', HOUR_MS, async () => {
    const deleted = await deleteUnusedSnapshots(deps.db, deps.clock.now() - KEEP_MS, PRUNE_BATCH);
    if (deleted > 0) deps.log.info({ deleted }, 'rate_snapshots_pruned');
  });
}
