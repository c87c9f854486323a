import type { Module } from '#server/module.ts';
import { markFiles, paymentSystemRoutes } from './routes.ts';

export const paymentSystemsModule: Module = {
  name: 'payment-systems',
  tables: ['directions', 'payment_systems'],
  routes: paymentSystemRoutes,
  plugins: (deps) => [markFiles(deps)],
};
