import type { Module } from '#server/module.ts';
import { officeBlacklistRoutes } from './office-routes.ts';

export const blacklistModule: Module = {
  name: 'blacklist',
  tables: ['blacklist_entries'],
  routes: officeBlacklistRoutes,
};
