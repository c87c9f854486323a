import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { forgetSpentQuotes } from '#server/orders/create/bind-quote.ts';
import { PREPARE_REQUISITES_JOB, prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { takeInOrders } from '#server/orders/terms/take-in.job.ts';
import { releaseUnprovenClaims } from '#server/orders/create/unpaid-holds.ts';

const FORGOTTEN_AFTER_MS = 3 * SECOND_MS;

const BATCHES_AT_ONCE = 8;

const PrepareForgottenRow = z.object({
  id: z.string(),
});

/** Orders still without requisites: a rail said "later", or a job was lost. Of each payment system the longest waiting first; those of one never starve the others. */
async function prepareForgotten(deps: Deps): Promise<void> {
  const rows = await deps.db.many(
    PrepareForgottenRow,
    sql`
    select id from orders where status = 'awaiting_requisites' and status_changed_at <= ${new Date(deps.clock.now() - FORGOTTEN_AFTER_MS)}
    order by row_number() over (partition by income_code order by created_at, id), random() limit 50`,
  );
  await eachAlone(deps.log, rows, async ({ id }) => await prepareRequisites(deps, id));
}

/** Orders of before become findable; some at a time, so that nothing else waits. */
async function takeInSome(deps: Deps): Promise<void> {
  for (let batch = 0; batch < BATCHES_AT_ONCE && (await takeInOrders(deps)) > 0; batch += 1);
}

/** The order's jobs: requisites from the outbox, and the loops that watch the clock. */
export function orderJobs(deps: Deps): void {
  deps.queue.declare(PREPARE_REQUISITES_JOB);
  deps.queue.work(PREPARE_REQUISITES_JOB, async (data) => await prepareRequisites(deps, String(data['order_id'])), { concurrency: 8 });
  deps.queue.every('release-unproven-claims', SECOND_MS, async () => await releaseUnprovenClaims(deps));
  deps.queue.every('forget-spent-quotes', MINUTE_MS, async () => await forgetSpentQuotes(deps));
  deps.queue.every('take-in-orders', SECOND_MS, async () => await takeInSome(deps));
  deps.queue.every('prepare-forgotten', 3 * SECOND_MS, async () => await prepareForgotten(deps));
}
