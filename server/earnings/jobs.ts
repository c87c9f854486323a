import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { applyTouch, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { releaseEarning } from './post-earning.ts';
import { settleOrder } from './settle-order.ts';
import { findMature, findWaiting, lockEarning } from './store.ts';

export const SETTLE_EARNINGS_JOB = 'settle-earnings';

const BATCH = 50;
/** Per minute. */
const MATURE_BATCH = 500;

type JobDeps = MoveDeps & Pick<Deps, 'db'>;

/** Accrues or reverses earnings that the order's transaction left to the job, and updates the order's pages. */
export async function settleEarnings(deps: JobDeps, orderId: string): Promise<void> {
  await deps.db.tx(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || (await settleOrder(deps, tx, order, { mayWait: true })) !== 'done') return;
    await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'system' }, by: NO_ACTOR });
  });
}

/** Settles orders that waited for a price or whose job was lost. */
export async function settleWaiting(deps: JobDeps): Promise<void> {
  const ids = await findWaiting(deps.db, BATCH);
  await forEachIsolated(deps.log, ids, async (id) => await settleEarnings(deps, id));
}

/** Releases earnings whose hold is over; a failure does not affect the others. */
export async function releaseMature(deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'secrets'>): Promise<void> {
  const ids = await findMature(deps.db, deps.clock.now(), MATURE_BATCH);
  await forEachIsolated(deps.log, ids, async (id) => {
    await deps.db.tx(async (tx) => {
      const earning = await lockEarning(tx, id);
      if (earning !== undefined && earning.hold_id !== null) await releaseEarning(deps, tx, earning);
    });
  });
}

/** The outbox job of earnings, and the loops that retry them. */
export function earningJobs(deps: Deps): void {
  deps.queue.declare(SETTLE_EARNINGS_JOB);
  deps.queue.work(SETTLE_EARNINGS_JOB, async (data) => await settleEarnings(deps, String(data['order_id'])), { concurrency: 2 });
  deps.queue.every('waiting-earnings', 10 * SECOND_MS, async () => await settleWaiting(deps));
  deps.queue.every('mature-earnings', MINUTE_MS, async () => await releaseMature(deps));
}
