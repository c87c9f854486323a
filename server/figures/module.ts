import type { Module } from '#server/module.ts';
import { figureJobs } from './jobs.ts';
import { officeFigureRoutes } from './office-routes.ts';
import { RECORD_RESULT } from './record-result.ts';

export const figuresModule: Module = {
  name: 'figures',
  tables: [
    'order_results',
    'figure_days',
    'figure_day_outcomes',
    'figure_day_sums',
    'figure_months',
    'figure_month_steps',
    'figure_changes',
  ],
  routes: officeFigureRoutes,
  jobs: figureJobs,
  reactions: [RECORD_RESULT],
};
