import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { deleteUnusedSnapshots } from '#server/market/queries.ts';
import { col, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { forgetSpentQuotes } from './create/bind-quote.ts';
import { releaseUnprovenClaims } from './create/unpaid-holds.ts';
import { PREPARE_REQUISITES_JOB, prepareRequisites } from './move/prepare-requisites.ts';
import { backfillCustomersJob } from './customer-orders.ts';
import { indexNextBatch } from './terms/index-old-orders.job.ts';

const KEEP_MS = 3 * DAY_MS;
const PRUNE_BATCH = 5_000;

/**
 * SQL: whether an order's quote refers to this snapshot of market prices. `not exists` scans the orders once, `not in` per snapshot.
 */
export const isQuotedByOrder = (snapshotId: Sql): Sql => sql`exists (select from orders where quote->>'snapshot_id' = ${snapshotId})`;

/** Every hour deletes old snapshots of market prices that no order refers to. */
const pruneSnapshotsJob = (deps: Pick<Deps, 'db' | 'clock' | 'log' | 'queue'>): void =>
  deps.queue.every('market.prune', HOUR_MS, async () => {
    const unused = { before: deps.clock.now() - KEEP_MS, limit: PRUNE_BATCH, isUsed: isQuotedByOrder };
    const deleted = await deleteUnusedSnapshots(deps.db, unused);
    if (deleted > 0) deps.log.info({ deleted }, 'rate_snapshots_pruned');
  });

const RETRY_AFTER_MS = 3 * SECOND_MS;

const BATCHES_PER_RUN = 8;

const WaitingRow = rowType({
  id: col.text,
});

/**
 * Retries orders still without requisites: the rail answered "later", or a job was lost. Longest waiting first within each
 * payment system, so that one system does not starve the others.
 */
async function prepareWaiting(deps: Deps): Promise<void> {
  const rows = await deps.db.many(
    WaitingRow,
    sql`
    select id from orders where status = 'awaiting_requisites' and status_changed_at <= ${new Date(deps.clock.now() - RETRY_AFTER_MS)}
    order by row_number() over (partition by income_code order by created_at, id), random() limit 50`,
  );
  await forEachIsolated(deps.log, rows, async ({ id }) => await prepareRequisites(deps, id));
}

/** Indexes orders from before the search existed, a limited number per run. */
async function indexOldOrders(deps: Deps): Promise<void> {
  for (let batch = 0; batch < BATCHES_PER_RUN && (await indexNextBatch(deps)) > 0; batch += 1);
}

/** The jobs of orders: requisites from the outbox, and the periodic loops. */
export function orderJobs(deps: Deps): void {
  deps.queue.declare(PREPARE_REQUISITES_JOB);
  deps.queue.work(PREPARE_REQUISITES_JOB, async (data) => await prepareRequisites(deps, String(data['order_id'])), { concurrency: 8 });
  deps.queue.every('release-unproven-claims', SECOND_MS, async () => await releaseUnprovenClaims(deps));
  deps.queue.every('forget-spent-quotes', MINUTE_MS, async () => await forgetSpentQuotes(deps));
  deps.queue.every('take-in-orders', SECOND_MS, async () => await indexOldOrders(deps));
  backfillCustomersJob(deps);
  pruneSnapshotsJob(deps);
  deps.queue.every('prepare-forgotten', 3 * SECOND_MS, async () => await prepareWaiting(deps));
}
