import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeOrderSubscriptions } from './subscription-store.ts';

/** Payments may arrive after an order ends, and are notified. */
export const ORDER_BROWSER_RETENTION_MS = 90 * DAY_MS;

/** Deletes guests' browsers after their orders ended. */
export const pushJobs = ({ db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>): void =>
  queue.every('purge-push', 6 * HOUR_MS, async () => void (await purgeOrderSubscriptions(db, clock.now() - ORDER_BROWSER_RETENTION_MS)));
