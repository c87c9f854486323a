import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createCandleWriter } from './write-candles.ts';

const WRITE_EVERY_MS = 10 * SECOND_MS;

/** Loops of the jobs role: candles of what was published, and room for those to come. */
export function historyJobs(deps: Pick<Deps, 'db' | 'clock' | 'queue'>): void {
  const writer = createCandleWriter(deps);
  deps.queue.every('history.write', WRITE_EVERY_MS, async () => void (await writer.turn()));
  deps.queue.every('history.keep', HOUR_MS, async () => void (await writer.keep()));
}
