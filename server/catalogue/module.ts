import type { Module } from '#server/module.ts';
import { checkedDirection, checkedPaymentSystem } from './changeable.ts';
import { officeCatalogueRoutes } from './office-routes.ts';

export const catalogueModule: Module = {
  name: 'catalogue',
  tables: ['rail_checks'],
  routes: officeCatalogueRoutes,
  changeable: { payment_system: checkedPaymentSystem, direction: checkedDirection },
};
