import { inForce, pauseOf, type Switch } from '#core/switches.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readStanding } from './store.ts';

/** What keeps payouts of this system by this rail waiting (domain 5), from the database: a process that hears no notices stops as well. Null: nothing. */
export const payoutPause = async (
  db: Queryable,
  payout: { readonly code: string; readonly rail: string; readonly now: Instant },
): Promise<Switch | null> => pauseOf(inForce(await readStanding(db, payout.now), payout.now), payout);
