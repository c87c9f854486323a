import { candlesOf, type PricesAt } from '#core/history/candle.ts';
import { inventedMoments } from '#core/history/invented-moments.ts';
import { BASE_SYMBOL } from '#core/pricing/reading.ts';
import { ONE } from '#core/money/fraction.ts';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { RateSource } from '#server/adapters/rate-sources/port.ts';
import type { Deps } from '#server/deps.ts';
import { neededSymbols } from '#server/market/take-prices.ts';
import { createParts } from './parts.ts';
import { findBeginning, saveCandles } from './store.ts';

/** A little at a time: a shop that opens has better things to do. */
const MOMENTS = 60;
const TURN_EVERY_MS = SECOND_MS;

/** The past of a demonstration, as its source would have told it: charts are there from the first minute. Done once. */
export function inventHistory(deps: Pick<Deps, 'db' | 'clock' | 'catalogue' | 'queue'>, source: RateSource): void {
  const parts = createParts(deps.db);
  let left: readonly Instant[] | undefined;

  async function pricesAt(takenAt: Instant): Promise<PricesAt> {
    const told = (await source.read(new Set(neededSymbols(deps)), takenAt)) ?? [];
    return { takenAt, isDemo: true, prices: new Map([[BASE_SYMBOL, ONE] as const, ...told.map(({ base, bid }) => [base, bid] as const)]) };
  }

  deps.queue.every('history.invent', TURN_EVERY_MS, async () => {
    const now = deps.clock.now();
    if (left === undefined) {
      const moments = inventedMoments(now);
      const beginning = await findBeginning(deps.db);
      // Written from now backwards: where the farthest is, all of it is
      left = beginning !== null && beginning <= (moments.at(-1) ?? now) ? [] : moments;
    }
    if (left.length === 0) return;
    const sets = await Promise.all(left.slice(0, MOMENTS).map(pricesAt));
    const candles = candlesOf(sets, now);
    for (const { step, at } of candles) await parts.roomFor(step, at);
    await saveCandles(deps.db, candles);
    left = left.slice(MOMENTS);
  });
}
