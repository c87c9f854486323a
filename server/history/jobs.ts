import { candlesOf, type PricesAt } from '#core/history/candle.ts';
import { inventedMoments } from '#core/history/invented-moments.ts';
import { ONE } from '#core/money/fraction.ts';
import { BASE_SYMBOL } from '#core/pricing/reading.ts';
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';
import { neededSymbols } from '#server/market/take-prices.ts';
import { findOldestDay, saveCandles } from './store.ts';
import { createCandleWriter, createPartitions, createRatioWriter } from './write-history.ts';

const WRITE_EVERY_MS = 10 * SECOND_MS;
const RATIOS_EVERY_MS = MINUTE_MS;

/** Loops of the jobs role: write candles and rate ratios, create partitions ahead and drop old ones. */
export function historyJobs(deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'catalogue' | 'quotes'>): void {
  const writer = createCandleWriter(deps);
  const ratios = createRatioWriter(deps);
  deps.queue.every('history.write', WRITE_EVERY_MS, async () => void (await writer.turn()));
  deps.queue.every('history.ratios', RATIOS_EVERY_MS, async () => void (await ratios.turn()));
  deps.queue.every('history.keep', HOUR_MS, async () => {
    await writer.maintainPartitions();
    await ratios.thin();
  });
}

/** Moments per turn; small, so that the start of the process is not slowed down. */
const BATCH = 60;
const TURN_EVERY_MS = SECOND_MS;

/** Writes invented past candles of demo mode once, with prices of the demo source, so that charts are filled from the start. */
export function inventHistory(deps: Pick<Deps, 'db' | 'clock' | 'catalogue' | 'queue'>, source: RateSource): void {
  const partitions = createPartitions(deps.db);
  let remaining: readonly Instant[] | undefined;

  async function pricesAt(takenAt: Instant): Promise<PricesAt> {
    const quotes = (await source.read(new Set(neededSymbols(deps)), takenAt)) ?? [];
    return {
      takenAt,
      isDemo: true,
      prices: new Map([[BASE_SYMBOL, ONE] as const, ...quotes.map(({ base, bid }) => [base, bid] as const)]),
    };
  }

  deps.queue.every('history.invent', TURN_EVERY_MS, async () => {
    const now = deps.clock.now();
    if (remaining === undefined) {
      const moments = inventedMoments(now);
      const oldestDay = await findOldestDay(deps.db);
      // Moments go backwards from now: when the earliest one is written, all are
      remaining = oldestDay !== null && oldestDay <= (moments.at(-1) ?? now) ? [] : moments;
    }
    if (remaining.length === 0) return;
    const sets = await Promise.all(remaining.slice(0, BATCH).map(pricesAt));
    const candles = candlesOf(sets, now);
    for (const { step, at } of candles) await partitions.ensureFor(step, at);
    await saveCandles(deps.db, candles);
    remaining = remaining.slice(BATCH);
  });
}
