import type { Module } from '#server/module.ts';
import { cryptoStatsJobs } from './fetch-stats.ts';
import { officeCryptoStatsRoutes } from './office-routes.ts';
import { cryptoStatsRoutes } from './routes.ts';

export const cryptoStatsModule: Module = {
  name: 'crypto-stats',
  tables: ['crypto_stats_charts', 'crypto_stats_coins', 'crypto_stats_source'],
  routes: (deps, { adapters, config }) => {
    const { marketStats: source } = adapters;
    const stats = { name: source?.name ?? null, isDemo: source?.isDemo === true, dailyCalls: config.marketStats.dailyCalls };
    return [...cryptoStatsRoutes(deps, { isOn: source !== undefined }), ...officeCryptoStatsRoutes(deps, stats)];
  },
  jobs(deps, { adapters, config }) {
    if (adapters.marketStats !== undefined) cryptoStatsJobs(deps, adapters.marketStats, config.marketStats);
  },
};
