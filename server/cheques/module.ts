import type { Module } from '#server/module.ts';
import { chequeJobs } from './jobs.ts';
import { officeChequeRoutes } from './office-routes.ts';
import { chequeRoutes } from './routes.ts';
import { hasCheque } from './store.ts';

export const chequesModule: Module = {
  name: 'cheques',
  tables: ['cheques'],
  routes: (deps) => [...chequeRoutes(deps), ...officeChequeRoutes(deps)],
  jobs: chequeJobs,
  orderFacts: { hasCheque },
};
