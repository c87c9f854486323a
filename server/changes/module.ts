import type { Module } from '#server/module.ts';
import { executeChange } from './apply-stored.ts';
import { changeJobs } from './jobs.ts';
import { officeChangeRoutes } from './office-routes.ts';

export const changesModule: Module = {
  name: 'changes',
  tables: ['change_items', 'changes'],
  routes: officeChangeRoutes,
  jobs: changeJobs,
  approvals: { apply_change: { execute: executeChange } },
};
