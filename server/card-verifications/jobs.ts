import { verifyingFrom } from '#core/card-verification.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { sweepUnnamed } from '#server/cheques/sweep-unnamed.ts';
import type { Deps, MoveDeps } from '#server/deps.ts';
import { lockById } from '#server/orders/find-order.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { erasePictures } from './erase-pictures.ts';
import { findEndingOrders } from './office-store.ts';
import { findNamedPictures, pictureFolder } from './pictures.ts';
import { keepWaiting } from './verifying-order.ts';

/** Before an order's time ends by so much, it is given more while its card waits for us. */
const AHEAD_MS = 3 * MINUTE_MS;

/** Orders do not end because nobody has looked at their card yet, as long as people look at all and an hour is not over. */
export async function keepOrdersWaiting(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const now = deps.clock.now();
  if (verifyingFrom(now) !== null) return;
  await eachAlone(deps.log, await findEndingOrders(deps.db, now + AHEAD_MS), async (id) => {
    await deps.db.tx(async (tx) => {
      const order = await lockById(tx, id);
      if (order?.status === 'awaiting_verification') await keepWaiting(deps, tx, order, { by: 'system', actorId: null });
    });
  });
}

export function cardVerificationJobs(deps: Deps): void {
  deps.queue.every('keep-orders-waiting', MINUTE_MS, async () => await keepOrdersWaiting(deps));
  deps.queue.every('erase-card-pictures', HOUR_MS, async () => await erasePictures(deps));
  const named = async (keys: readonly string[]) => await findNamedPictures(deps.db, keys);
  deps.queue.every('sweep-card-pictures', 6 * HOUR_MS, async () => await sweepUnnamed(deps, { folder: pictureFolder, named }));
}
