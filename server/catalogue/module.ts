import type { Module } from '#server/module.ts';
import { officeCatalogueRoutes } from './office-routes.ts';

export const catalogueModule: Module = {
  name: 'catalogue',
  tables: ['rail_checks'],
  routes: officeCatalogueRoutes,
};
