import type { Module } from '#server/module.ts';
import { officeCustomerDeskRoutes } from './office-routes.ts';

export const customerDeskModule: Module = {
  name: 'customer-desk',
  routes: officeCustomerDeskRoutes,
};
