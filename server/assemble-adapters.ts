import { marketStats } from './adapters/market-stats/index.ts';
import { BOTS, MESSENGERS } from './adapters/messengers/index.ts';
import { monitors } from './adapters/monitors/index.ts';
import { watchAcquirers } from './adapters/rails/acquirer/health.ts';
import { createSource } from './adapters/rate-sources/index.ts';
import type { Base } from './assemble-base.ts';
import type { Config } from './config/config.ts';
import type { Adapters } from './module.ts';

/** The provider of crypto statistics; a demo invents them until one is configured. */
function marketStatsOf({ mode, marketStats: { url } }: Config): Adapters['marketStats'] {
  if (url === 'off') return undefined;
  if (mode === 'demo' && url === undefined) return marketStats.demo({ prices: createSource({ name: 'demo', url: undefined }) });
  return marketStats.coingecko({ url });
}

/** The adapters that this configuration chooses for single modules. */
export function assembleAdapters({ db, clock, log }: Base, config: Config): Adapters {
  const { telegram, monitorUrl } = config;
  return {
    messenger: telegram && MESSENGERS.telegram(telegram),
    bot: telegram && BOTS.telegram(telegram),
    monitor: monitorUrl === undefined ? undefined : monitors.bestchange({ url: monitorUrl, clock, log }),
    marketStats: marketStatsOf(config),
    createRateSource: createSource,
    watchAcquirers: watchAcquirers(db, config.acquirers),
  };
}
