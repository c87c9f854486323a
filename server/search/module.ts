import type { Module } from '#server/module.ts';
import { officeSearchRoutes } from './office-routes.ts';

export const searchModule: Module = {
  name: 'search',
  routes: (deps, { registries }) => officeSearchRoutes(registries.searchers(deps)),
};
