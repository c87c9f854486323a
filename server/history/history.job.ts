import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createCandleWriter } from './write-candles.ts';
import { createRatioWriter } from './write-ratios.ts';

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
