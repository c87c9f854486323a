import { marketStats } from './adapters/market-stats/index.ts';
import type { MarketStats } from './adapters/market-stats/port.ts';
import { createSource } from './adapters/rate-sources/index.ts';
import type { Config } from './config/config.ts';
import { cryptoStatsJobs } from './crypto-stats/crypto-stats.job.ts';
import type { StatsSettings } from './crypto-stats/office-routes.ts';
import type { Deps } from './deps.ts';

/** Who is asked: nobody where it is switched off; what is invented in a demonstration, until somebody names a provider. */
function sourceOf({ mode, marketStats: choice }: Config): MarketStats | undefined {
  if (choice.url === 'off') return undefined;
  return mode === 'demo' && choice.url === undefined
    ? marketStats.demo({ prices: createSource({ name: 'demo', url: undefined }) })
    : marketStats.coingecko({ url: choice.url });
}

/** How this shop asks for statistics, for whoever answers people. */
export function statsSettings(config: Config): StatsSettings {
  const source = sourceOf(config);
  return { name: source?.name ?? null, isDemo: source?.isDemo === true, dailyCalls: config.marketStats.dailyCalls };
}

/** Crypto statistics in a process that asks. */
export function assembleCryptoStats(deps: Deps, config: Config): void {
  const source = sourceOf(config);
  if (source !== undefined) cryptoStatsJobs(deps, source, config.marketStats);
}
