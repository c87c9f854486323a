import type { Slot } from '#core/slots/slot.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findSlotsOfPair, type Pair } from './store.ts';

/** The slots of one direction that can be held now, from the database: the truth, where the board may be seconds old. */
export const findSlots = async (db: Queryable, pair: Pair): Promise<readonly Slot[]> => await findSlotsOfPair(db, pair);
