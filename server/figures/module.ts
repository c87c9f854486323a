import type { Module } from '#server/module.ts';
import { figureJobs } from './jobs.ts';
import { officeFigureRoutes } from './office-routes.ts';
import { RECORD_RESULT } from './record-result.ts';

export const figuresModule: Module = {
  name: 'figures',
  tables: ['order_results'],
  routes: officeFigureRoutes,
  jobs: figureJobs,
  reactions: [RECORD_RESULT],
};
