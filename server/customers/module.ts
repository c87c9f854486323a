import type { Module } from '#server/module.ts';

export const customersModule: Module = {
  name: 'customers',
  tables: ['customer_orders', 'customer_pairs', 'customer_users', 'customers'],
};
