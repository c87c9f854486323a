import { CANDLE_STEP_NAMES, CANDLE_STEPS, candlesOf } from '#core/history/candle.ts';
import { DAY_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findPricesAfter } from '#server/market/find-snapshot.ts';
import { createParts } from './parts.ts';
import { dropParts, findProgress, lockProgress, saveCandles, saveProgress } from './store.ts';

type HistoryDeps = Pick<Deps, 'db' | 'clock'>;

/** Sets of prices at a time: what was missed while nobody worked is made up in a few turns. */
const BATCH = 200;
/** A set is stored a moment after it was taken: read again, it adds nothing. */
const OVERLAP_MS = 10 * SECOND_MS;
/** Parts are there this long before their first candle. */
const AHEAD_MS = 2 * DAY_MS;

export interface CandleWriter {
  /** Writes the candles of what was published since somebody last did; how many sets that were. */
  turn(): Promise<number>;
  /** Makes the parts that are needed next and drops those that are kept no longer; how many were dropped. */
  keep(): Promise<number>;
}

/**
 * Prices into candles, from what was published and is still stored: a process that dies loses nothing, the next one goes on from where
 * it was. Two at once are one after the other, and a set that is read twice changes nothing.
 */
export function createCandleWriter(deps: HistoryDeps): CandleWriter {
  const parts = createParts(deps.db);
  return {
    async turn() {
      const { db, clock } = deps;
      const since = await findProgress(db);
      const sets = await findPricesAfter(db, since - OVERLAP_MS, BATCH);
      const newest = sets.at(-1)?.takenAt ?? since;
      if (newest <= since) return 0;
      const candles = candlesOf(sets, clock.now());
      // Before the transaction: a part is there for everybody at once, and making one waits for nobody's write
      for (const { step, at } of candles) await parts.roomFor(step, at);
      return await db.tx(async (tx) => {
        const writtenTo = await lockProgress(tx);
        if (writtenTo === undefined || writtenTo >= newest) return 0;
        await saveCandles(tx, candles);
        await saveProgress(tx, newest);
        return sets.length;
      });
    },
    async keep() {
      const now = deps.clock.now();
      let dropped = 0;
      for (const step of CANDLE_STEP_NAMES) {
        const { keepMs } = CANDLE_STEPS[step];
        await parts.roomFor(step, now);
        await parts.roomFor(step, now + AHEAD_MS);
        if (keepMs !== null) dropped += await dropParts(deps.db, step, now - keepMs);
      }
      parts.forget();
      return dropped;
    },
  };
}
