import { CANDLE_STEP_NAMES, CANDLE_STEPS, candlesOf } from '#core/history/candle.ts';
import { DAY_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findPricesAfter } from '#server/market/find-snapshot.ts';
import { createPartitions } from './partitions.ts';
import { dropPartitions, findProgress, lockProgress, saveCandles, saveProgress } from './store.ts';

type HistoryDeps = Pick<Deps, 'db' | 'clock'>;

/** Snapshots per turn; a backlog after a downtime takes several turns. */
const BATCH = 200;
/** Snapshots become visible after their `takenAt`, not always in order: the last seconds are read again, which is safe to repeat. */
const OVERLAP_MS = 10 * SECOND_MS;
/** Partitions are created this long before their first candle. */
const AHEAD_MS = 2 * DAY_MS;

export interface CandleWriter {
  /** Writes candles of the snapshots since the stored progress; returns the number of snapshots. */
  turn(): Promise<number>;
  /** Creates upcoming partitions and drops expired ones; returns the number dropped. */
  maintainPartitions(): Promise<number>;
}

/**
 * Turns stored snapshots into candles. Progress is stored: another process continues after a crash. Writers exclude each other by a row
 * lock; reading a snapshot twice changes nothing.
 */
export function createCandleWriter(deps: HistoryDeps): CandleWriter {
  const partitions = createPartitions(deps.db);
  return {
    async turn() {
      const { db, clock } = deps;
      const since = await findProgress(db);
      const sets = await findPricesAfter(db, since - OVERLAP_MS, BATCH);
      const newest = sets.at(-1)?.takenAt ?? since;
      if (newest <= since) return 0;
      const candles = candlesOf(sets, clock.now());
      // Before the transaction: a new partition is visible to all at once, and its table lock must not wait for the candle writes
      for (const { step, at } of candles) await partitions.ensureFor(step, at);
      return await db.tx(async (tx) => {
        const writtenTo = await lockProgress(tx);
        if (writtenTo === undefined || writtenTo >= newest) return 0;
        await saveCandles(tx, candles);
        await saveProgress(tx, newest);
        return sets.length;
      });
    },
    async maintainPartitions() {
      const now = deps.clock.now();
      let dropped = 0;
      for (const step of CANDLE_STEP_NAMES) {
        const { retentionMs } = CANDLE_STEPS[step];
        await partitions.ensureFor(step, now);
        await partitions.ensureFor(step, now + AHEAD_MS);
        if (retentionMs !== null) dropped += await dropPartitions(deps.db, step, now - retentionMs);
      }
      partitions.forget();
      return dropped;
    },
  };
}
