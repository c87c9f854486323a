import type { Module } from '#server/module.ts';
import { officeSwitchRoutes } from './office-routes.ts';

export const switchesModule: Module = {
  name: 'switches',
  tables: ['switches'],
  routes: officeSwitchRoutes,
};
