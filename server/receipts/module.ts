import type { Module } from '#server/module.ts';
import { receiptRoutes } from './routes.ts';

export const receiptsModule: Module = {
  name: 'receipts',
  routes: receiptRoutes,
};
