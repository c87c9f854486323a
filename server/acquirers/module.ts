import type { Module } from '#server/module.ts';
import { officeAcquirerRoutes } from './office-routes.ts';

export const acquirersModule: Module = {
  name: 'acquirers',
  routes: (deps, { adapters }) => officeAcquirerRoutes(deps, adapters.watchAcquirers),
};
