import type { CandleStep } from '#core/history/candle.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { createPartition } from './store.ts';

export interface Partitions {
  /** Creates the partition for candles of this moment unless present. */
  ensureFor(step: CandleStep, at: Instant): Promise<void>;
  /** Clears the cache: another process may have dropped partitions. */
  forget(): void;
}

/** Partitions of the candle table; caches which ones exist. */
export function createPartitions(db: Queryable): Partitions {
  const existing = new Set<string>();
  return {
    async ensureFor(step, at) {
      // Partitions begin at the start of a UTC day
      const key = `${step} ${Math.floor(at / DAY_MS)}`;
      if (existing.has(key)) return;
      await createPartition(db, step, at);
      existing.add(key);
    },
    forget: () => existing.clear(),
  };
}
