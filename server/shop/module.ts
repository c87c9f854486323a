import type { Module } from '#server/module.ts';
import { officeSettingsRoutes } from './office-routes.ts';

export const shopModule: Module = {
  name: 'shop',
  tables: ['shop_settings'],
  routes: officeSettingsRoutes,
};
