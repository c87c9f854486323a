import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { leaveOrders } from '#server/orders/join-orders.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { deleteUnproven, listForgotten, lockUnproven } from './store.ts';
import { deleteExpiredTokens } from './token-store.ts';

/** How long an account may wait for the proof of its address (decision 0044). */
const UNPROVEN_KEPT_MS = 14 * DAY_MS;

/** Forgets links that are late, and accounts that nobody has proven and nobody is signed in to; what they ordered is a guest's again. */
export async function purgeAccounts(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now();
  await deleteExpiredTokens(deps.db, now);
  const forgotten = await listForgotten(deps.db, { before: now - UNPROVEN_KEPT_MS, now });
  await eachAlone(deps.log, forgotten, async ({ id }) => {
    await deps.db.tx(async (tx) => {
      // Proven meanwhile: it keeps all that it has
      if (!(await lockUnproven(tx, id))) return;
      await leaveOrders(tx, id);
      await deleteUnproven(tx, id);
    });
  });
}
