import { monitors } from './adapters/monitors/index.ts';
import type { Monitor } from './adapters/monitors/port.ts';
import { createSource } from './adapters/rate-sources/index.ts';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import { historyJobs } from './history/history.job.ts';
import { inventHistory } from './history/invent-history.ts';
import { marketJobs } from './market/market.job.ts';
import { createMarket } from './market/run-market.ts';
import { rateJobs } from './rates/rates.job.ts';
import { createConditions } from './rates/take-conditions.ts';

/** Where prices come from, in a process that asks. */
export interface AssembledMarket {
  /** Takes the first prices before anybody is let in. */
  begin(): Promise<void>;
  stop(): Promise<void>;
}

const monitorOf = (deps: Deps, { monitorUrl: url }: Config): Monitor | undefined =>
  url === undefined ? undefined : monitors.bestchange({ url, clock: deps.clock, log: deps.log });

/** The market, what moves prices beside it, what prices were, and their loops. */
export function assembleMarket(deps: Deps, config: Config): AssembledMarket {
  const { mode, rateSources: names, rateSourceUrls: urls } = config;
  const monitor = monitorOf(deps, config);
  const watched = monitor === undefined ? null : { monitor, ownExchangerId: config.monitorExchangerId ?? null };
  const conditions = createConditions({ ...deps, watched });
  const market = createMarket(
    { ...deps, conditionsAt: (prices, now) => conditions.at(prices, now) },
    // A demonstration shows invented prices until somebody chooses others; a shop in business has none until then
    { environment: { names, urls }, fallback: mode === 'demo' ? ['demo'] : [], create: createSource },
  );
  marketJobs(deps, market);
  historyJobs(deps);
  if (mode === 'demo' && names.length === 0) inventHistory(deps, createSource({ name: 'demo', url: undefined }));
  rateJobs(deps, conditions);
  return {
    async begin() {
      monitor?.start();
      await market.begin();
    },
    async stop() {
      monitor?.stop();
      await market.stop();
    },
  };
}
