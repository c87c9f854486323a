import { shopBreak, inForce } from '#core/staff/switches.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readOpenSwitches } from './store.ts';

/** Whether the shop takes new orders, read from the database. */
export const takesOrders = async (db: Queryable, now: Instant): Promise<boolean> =>
  shopBreak(inForce(await readOpenSwitches(db, now), now)) === null;
