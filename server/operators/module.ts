import type { Module } from '#server/module.ts';
import { officeOperatorRoutes } from './office-routes.ts';

export const operatorsModule: Module = {
  name: 'operators',
  tables: ['audit_keys', 'audit_log', 'audit_words'],
  routes: (deps) => officeOperatorRoutes(deps),
};
