import type { Deps } from '#server/deps.ts';
import { settlePayment } from '#server/deposits/settle-payment.ts';
import { lockOrder } from '#server/orders/queries.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { findStaleRequotes } from './store.ts';

const BATCH = 100;

/** Recalculates choices whose offer expired, so that customers never choose from old amounts. */
export async function renewRequotes(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const ids = await findStaleRequotes(deps.db, deps.clock.now(), BATCH);
  await forEachIsolated(deps.log, ids, async (id) => {
    await deps.db.tx(async (tx) => {
      const order = await lockOrder(tx, id);
      if (order?.status === 'requote') await settlePayment(deps, tx, order);
    });
  });
}
