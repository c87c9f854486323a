import { nextVerifyingStart } from '#core/customer/card-verification.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { sweepUnreferenced } from '#server/cheques/cheque-files.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { erasePictures, findReferencedPictures, pictureFolder } from './pictures.ts';
import { findEndingOrders } from './office-store.ts';
import { extendOrder } from './verifying-order.ts';

/** Orders are extended this long before they expire. */
const EXTEND_BEFORE_MS = 3 * MINUTE_MS;

/** Extends orders whose card is not checked yet, during verification hours and up to an hour in total. */
export async function extendWaitingOrders(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const now = deps.clock.now();
  if (nextVerifyingStart(now) !== null) return;
  await forEachIsolated(deps.log, await findEndingOrders(deps.db, now + EXTEND_BEFORE_MS), async (id) => {
    await deps.db.tx(async (tx) => {
      const order = await lockOrder(tx, id);
      if (order?.status === 'awaiting_verification') await extendOrder(deps, tx, order, { by: 'system', actorId: null });
    });
  });
}

export function cardVerificationJobs(deps: Deps): void {
  deps.queue.every('keep-orders-waiting', MINUTE_MS, async () => await extendWaitingOrders(deps));
  deps.queue.every('erase-card-pictures', HOUR_MS, async () => await erasePictures(deps));
  const findReferenced = async (keys: readonly string[]) => await findReferencedPictures(deps.db, keys);
  deps.queue.every(
    'sweep-card-pictures',
    6 * HOUR_MS,
    async () => await sweepUnreferenced(deps, { folder: pictureFolder, findReferenced }),
  );
}
