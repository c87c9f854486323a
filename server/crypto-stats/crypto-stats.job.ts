import { SECOND_MS } from '#core/time.ts';
import type { MarketStats } from '#server/adapters/market-stats/port.ts';
import type { Deps } from '#server/deps.ts';
import { createStatsFetcher } from './fetch-stats.ts';

/** At most ten calls a minute, the usual limit of free plans. */
const TURN_EVERY_MS = 6 * SECOND_MS;

/** Loop of the jobs role that polls the provider of crypto statistics. */
export function cryptoStatsJobs(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'live' | 'catalogue' | 'queue'>,
  source: MarketStats,
  limits: { readonly dailyCalls: number },
): void {
  const fetcher = createStatsFetcher(deps, source, limits);
  deps.queue.every('crypto-stats.turn', TURN_EVERY_MS, () => fetcher.turn());
}
