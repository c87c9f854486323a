import { sql, type Sql } from '#server/platform/db/db.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { deleteUnusedSnapshots } from '#server/market/delete-snapshots.ts';

const KEEP_MS = 3 * DAY_MS;
const PRUNE_BATCH = 5_000;

/**
 * SQL: whether an order's quote refers to this snapshot of market prices. `not exists` scans the orders once, `not in` per snapshot.
 */
export const isQuotedByOrder = (snapshotId: Sql): Sql => sql`exists (select from orders where quote->>'snapshot_id' = ${snapshotId})`;

/** Every hour deletes old snapshots of market prices that no order refers to. */
export const pruneSnapshotsJob = (deps: Pick<Deps, 'db' | 'clock' | 'log' | 'queue'>): void =>
  deps.queue.every('market.prune', HOUR_MS, async () => {
    const unused = { before: deps.clock.now() - KEEP_MS, limit: PRUNE_BATCH, isUsed: isQuotedByOrder };
    const deleted = await deleteUnusedSnapshots(deps.db, unused);
    if (deleted > 0) deps.log.info({ deleted }, 'rate_snapshots_pruned');
  });
