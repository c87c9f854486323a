import { pairKey } from '#core/pricing/price-terms.ts';
import type { Slot } from '#core/slots/slot.ts';
import type { Deps } from '#server/deps.ts';
import { type Queryable, sql } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/live.ts';
import { findAvailableSlots, type Pair, slotFromRow, SlotRow, SLOTS_CHANNEL } from './store.ts';

export interface SlotBoard {
  /** Slots of a pair as last read, at most a few seconds old, for display. `reserveSlot` checks the database. */
  of(incomeCode: string, outcomeCode: string): readonly Slot[];
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

/** Available slots, in the memory of every process. */
export function loadSlots(deps: Pick<Deps, 'db' | 'live' | 'log'>): SlotBoard {
  let byPair: ReadonlyMap<string, readonly Slot[]> = new Map();
  const refresh = async () => {
    byPair = Map.groupBy(await findAvailableSlots(deps.db), pairKey);
  };
  return {
    of: (incomeCode, outcomeCode) => byPair.get(pairKey({ incomeCode, outcomeCode })) ?? [],
    refresh,
    ...keepFresh(deps, SLOTS_CHANNEL, refresh),
  };
}

/** Available slots of one direction from the database; the copy in memory (`loadSlots`) may be seconds old. */
export const findSlotsOfPair = async (db: Queryable, pair: Pair): Promise<readonly Slot[]> =>
  (
    await db.many(
      SlotRow,
      sql`select ${SlotRow.list} from slots
        where state = 'available' and income_code = ${pair.incomeCode} and outcome_code = ${pair.outcomeCode}`,
    )
  ).map(slotFromRow);
