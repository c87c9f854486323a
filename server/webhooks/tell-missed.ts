import type { Deps } from '#server/deps.ts';
import { lockById } from '#server/orders/find-order.ts';
import { logThrown } from '#server/platform/db/away.ts';
import { listMissing, takeMissed } from './missed-store.ts';
import { tell } from './reactions.ts';
import type { EventDeps } from './make-event.ts';

const AT_ONCE = 100;

/** Tells partners what could not be told when it happened, of each order by itself; what cannot be told yet waits on. */
export async function tellMissed(deps: Pick<Deps, 'db' | 'log'> & EventDeps): Promise<void> {
  for (const id of await listMissing(deps.db, AT_ONCE)) {
    try {
      await deps.db.tx(async (tx) => {
        const order = await lockById(tx, id);
        if (order === undefined) return;
        for (const topic of await takeMissed(tx, id)) await tell(deps, tx, { order, topic });
      });
    } catch (error) {
      logThrown(deps.log, { error, order_id: id }, 'webhook_not_told');
    }
  }
}
