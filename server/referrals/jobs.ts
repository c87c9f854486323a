import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findOrder } from '#server/orders/queries.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { countCompleted } from './count-referral.ts';
import { findUncounted } from './counting-store.ts';

/** Counts completed orders that could not be counted at completion. */
export const referralJobs = (deps: Pick<Deps, 'db' | 'catalogue' | 'quotes' | 'clock' | 'secrets' | 'queue' | 'log'>): void =>
  deps.queue.every('count-referrals', MINUTE_MS, async () => {
    await forEachIsolated(deps.log, await findUncounted(deps.db), async (id) => {
      await deps.db.tx(async (tx) => {
        const order = await findOrder(tx, id);
        if (order !== undefined) await countCompleted(deps, tx, order);
      });
    });
  });
