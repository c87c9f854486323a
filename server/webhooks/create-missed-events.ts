import type { Deps } from '#server/deps.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { listOrdersWithMissed, takeMissed } from './missed-store.ts';
import { tell } from './reactions.ts';
import type { EventDeps } from './make-event.ts';

const MAX_ORDERS = 100;

/** Creates events that failed when they occurred, each order in its own transaction; those that fail again wait. */
export async function createMissedEvents(deps: Pick<Deps, 'db' | 'log'> & EventDeps): Promise<void> {
  for (const id of await listOrdersWithMissed(deps.db, MAX_ORDERS)) {
    try {
      await deps.db.tx(async (tx) => {
        const order = await lockOrder(tx, id);
        if (order === undefined) return;
        for (const topic of await takeMissed(tx, id)) await tell(deps, tx, { order, topic });
      });
    } catch (error) {
      logFailure(deps.log, { error, order_id: id }, 'webhook_not_told');
    }
  }
}
