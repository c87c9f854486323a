import type { Module } from '#server/module.ts';
import { changeableDirection, changeablePaymentSystem } from './changeable.ts';
import { markFiles } from './mark-files.ts';
import { paymentSystemRoutes } from './routes.ts';

export const paymentSystemsModule: Module = {
  name: 'payment-systems',
  tables: ['assets', 'directions', 'payment_systems'],
  routes: paymentSystemRoutes,
  plugins: (deps) => [markFiles(deps)],
  changeable: { payment_system: changeablePaymentSystem, direction: changeableDirection },
};
