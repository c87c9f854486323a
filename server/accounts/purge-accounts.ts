import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { detachOrders } from '#server/orders/customer-orders.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { deleteUnverified } from '#server/users/change-user.ts';
import { deleteExpiredTokens, type IsErased, listAbandoned, lockUnverified } from './store.ts';

/** How long an account may stay unverified (decision 0044). */
const UNVERIFIED_RETENTION_MS = 14 * DAY_MS;

/** Deletes expired links and abandoned unverified accounts. The orders of such an account become a guest's again. */
export async function purgeAccounts(deps: Pick<Deps, 'db' | 'clock' | 'log'>, isErased: IsErased): Promise<void> {
  const now = deps.clock.now();
  await deleteExpiredTokens(deps.db, now);
  const abandoned = await listAbandoned(deps.db, { before: now - UNVERIFIED_RETENTION_MS, now, isErased });
  await forEachIsolated(deps.log, abandoned, async ({ id }) => {
    await deps.db.tx(async (tx) => {
      // An account that was verified since the list was read stays
      if (!(await lockUnverified(tx, id))) return;
      await detachOrders(tx, id);
      await deleteUnverified(tx, id);
    });
  });
}
