import { inForce, switchPausingPayouts, type Switch } from '#core/staff/switches.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readOpenSwitches } from './store.ts';

/**
 * The switch that pauses payouts of this system and rail (domain 5), read from the database: works without notifications. Null:
 * none.
 */
export const payoutPause = async (
  db: Queryable,
  payout: { readonly code: string; readonly rail: string; readonly now: Instant },
): Promise<Switch | null> => switchPausingPayouts(inForce(await readOpenSwitches(db, payout.now), payout.now), payout);
