import type { Module } from '#server/module.ts';
import { officeShiftRoutes } from './office-routes.ts';

export const shiftsModule: Module = {
  name: 'shifts',
  tables: ['shift_lines', 'shifts'],
  routes: officeShiftRoutes,
};
