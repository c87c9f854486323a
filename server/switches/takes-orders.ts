import { breakOf, inForce } from '#core/switches.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readStanding } from './store.ts';

/** Whether the shop takes new orders, as the database says now. */
export const takesOrders = async (db: Queryable, now: Instant): Promise<boolean> =>
  breakOf(inForce(await readStanding(db, now), now)) === null;
