import { createMarket, marketJobs } from '#server/market/run-market.ts';
import type { Module } from '#server/module.ts';
import { rateFiles } from './rate-files.ts';
import { rateRoutes } from './routes.ts';
import { createConditions, rateJobs } from './conditions.ts';

export const ratesModule: Module = {
  name: 'rates',
  routes: rateRoutes,
  plugins: (deps) => [
    rateFiles({
      ...deps,
      rateFile() {
        const { floating, old_limits: oldLimits } = deps.shop.of('rate_file');
        return { floating, oldLimits };
      },
      isOffered: (kind) => deps.shop.of('rate_file')[kind],
    }),
  ],
  /** Market prices and the conditions that are added to them. */
  service(deps, { adapters: { monitor, createRateSource }, config }) {
    const watched = monitor === undefined ? null : { monitor, ownExchangerId: config.monitorExchangerId ?? null };
    const conditions = createConditions({ ...deps, watched });
    const market = createMarket(
      { ...deps, conditionsAt: (prices, now) => conditions.at(prices, now) },
      {
        environment: { names: config.rateSources, urls: config.rateSourceUrls },
        // Only a demo shows invented prices while no source is chosen
        fallback: config.mode === 'demo' ? ['demo'] : [],
        create: createRateSource,
      },
    );
    marketJobs(deps, market);
    rateJobs(deps, conditions);
    return {
      async start() {
        monitor?.start();
        await market.begin();
      },
      async stop() {
        monitor?.stop();
        await market.stop();
      },
    };
  },
};
