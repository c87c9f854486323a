import type { Slot } from '#core/slots/slot.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findSlotsOfPair, type Pair } from './store.ts';

/** Available slots of one direction from the database; the copy in memory (`loadSlots`) may be seconds old. */
export const findSlots = async (db: Queryable, pair: Pair): Promise<readonly Slot[]> => await findSlotsOfPair(db, pair);
