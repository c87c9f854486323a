import type { Module } from '#server/module.ts';
import { historyJobs, inventHistory } from './jobs.ts';
import { officeHistoryRoutes } from './office-routes.ts';
import { rateHistoryRoutes } from './routes.ts';

export const historyModule: Module = {
  name: 'history',
  tables: ['candle_progress', 'candles', 'direction_ratios'],
  routes: (deps) => [...rateHistoryRoutes(deps), ...officeHistoryRoutes(deps)],
  jobs(deps, { config, adapters }) {
    historyJobs(deps);
    if (config.mode === 'demo' && config.rateSources.length === 0)
      inventHistory(deps, adapters.createRateSource({ name: 'demo', url: undefined }));
  },
};
