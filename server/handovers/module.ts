import type { Module } from '#server/module.ts';
import { handoverJobs } from './jobs.ts';
import { handoverRoutes } from './routes.ts';

export const handoversModule: Module = {
  name: 'handovers',
  tables: ['order_handovers'],
  routes: (deps, { guests, rateLimits }) => handoverRoutes({ ...deps, guests, limits: rateLimits }),
  jobs: handoverJobs,
};
