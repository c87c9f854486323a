import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeOrderSubscriptions } from './subscription-store.ts';

/** Money may come after an order's end and be told: so long its browsers are kept. */
export const ORDER_BROWSERS_KEPT_MS = 90 * DAY_MS;

/** Browsers of guests are forgotten with what they were to hear of. */
export const pushJobs = ({ db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>): void =>
  queue.every('purge-push', 6 * HOUR_MS, async () => void (await purgeOrderSubscriptions(db, clock.now() - ORDER_BROWSERS_KEPT_MS)));
