import { CANDLE_STEP_NAMES, CANDLE_STEPS, candlesOf, type CandleStep } from '#core/history/candle.ts';
import { isNewRatio, ratioPpm } from '#core/history/own-rate.ts';
import { pow10 } from '#core/money/decimals.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findPricesAfter } from '#server/market/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import {
  addRatios,
  createPartition,
  dropPartitions,
  findLastRatios,
  findProgress,
  lockProgress,
  type RatioRow,
  saveCandles,
  saveProgress,
  thinRatios,
} from './store.ts';

export interface Partitions {
  /** Creates the partition for candles of this moment unless present. */
  ensureFor(step: CandleStep, at: Instant): Promise<void>;
  /** Clears the cache: another process may have dropped partitions. */
  forget(): void;
}

/** A partition holds a day, a week, a month or a year in UTC (`candle_part_width`): a text that is equal for all its moments. */
const PARTITION_OF: Readonly<Record<CandleStep, (at: Instant) => string>> = {
  minute: (at) => toRfc3339(at).slice(0, 'YYYY-MM-DD'.length),
  // 1970-01-01 was a Thursday, weeks begin on Monday
  five_minutes: (at) => String(Math.floor((at + 3 * DAY_MS) / (7 * DAY_MS))),
  hour: (at) => toRfc3339(at).slice(0, 'YYYY-MM'.length),
  day: (at) => toRfc3339(at).slice(0, 'YYYY'.length),
};

/** Partitions of the candle table; caches which ones exist. */
export function createPartitions(db: Queryable): Partitions {
  const existing = new Set<string>();
  return {
    async ensureFor(step, at) {
      const key = `${step} ${PARTITION_OF[step](at)}`;
      if (existing.has(key)) return;
      await createPartition(db, step, at);
      existing.add(key);
    },
    forget: () => existing.clear(),
  };
}

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

type RatioDeps = Pick<Deps, 'db' | 'clock' | 'catalogue' | 'quotes'>;

/** Shortest time between rows of a direction: a rate that follows competitors changes constantly. */
const MIN_INTERVAL_MS = 15 * MINUTE_MS;
/** Age up to which every row is kept; older ones are thinned to one a day. */
const FULL_DETAIL_MS = 8 * DAY_MS;
/** Length of the period thinned on each run; long enough to make up for days without a running process. */
const THINNING_PERIOD_MS = 14 * DAY_MS;
/** Longer than the longest chart period. */
const DEMO_PAST_MS = 400 * DAY_MS;

/** Stores the ratio of each direction's rate to the market rate whenever it changes; charts derive our past rates from it. */
export function createRatioWriter(deps: RatioDeps) {
  const ratioNow = (pair: { readonly incomeCode: string; readonly outcomeCode: string }): number | null => {
    const price = deps.quotes.priceOf(pair);
    if (!price.ok) return null;
    const { digits, decimals } = price.value.bands[0].rate;
    return ratioPpm({ num: digits, den: pow10(decimals) }, price.value.reference);
  };
  return {
    /** Returns the number of rows written; 0 without any prices, since such a gap is visible in the market's own history. */
    async turn(): Promise<number> {
      const { db, clock, catalogue, quotes } = deps;
      const snapshot = quotes.snapshot();
      if (snapshot === undefined) return 0;
      const [last, now] = [await findLastRatios(db), clock.now()];
      const rows = catalogue.directions().flatMap(({ incomeCode, outcomeCode }): readonly RatioRow[] => {
        const before = last.get(`${incomeCode}>${outcomeCode}`);
        const ppm = ratioNow({ incomeCode, outcomeCode });
        const isTooSoon = before !== undefined && before.ppm !== null && ppm !== null && now - before.at < MIN_INTERVAL_MS;
        if (isTooSoon || !isNewRatio(before?.ppm, ppm)) return [];
        const row = { incomeCode, outcomeCode, ppm, isDemo: snapshot.isDemo };
        // In a demonstration the first ratio counts for all of the invented past
        return [{ ...row, at: before === undefined && snapshot.isDemo ? now - DEMO_PAST_MS : now }];
      });
      return await addRatios(db, rows);
    },
    async thin(): Promise<number> {
      const until = deps.clock.now() - FULL_DETAIL_MS;
      return await thinRatios(deps.db, { from: until - THINNING_PERIOD_MS, until });
    },
  };
}
