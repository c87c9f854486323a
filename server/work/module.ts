import type { Module } from '#server/module.ts';
import { officeWorkRoutes } from './office-routes.ts';

export const workModule: Module = {
  name: 'work',
  routes: (deps, { registries }) => officeWorkRoutes(deps, registries.workLanes),
};
