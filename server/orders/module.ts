import type { Module } from '#server/module.ts';
import { orderRoutes } from './customer/routes.ts';
import { orderJobs } from './jobs.ts';
import { ADD_TERMS, SHOW_LIVE, ASK_FOR_REQUISITES } from './reactions.ts';

export const ordersModule: Module = {
  name: 'orders',
  tables: ['order_events', 'order_search', 'order_search_progress', 'orders', 'partner_orders', 'spent_quotes'],
  routes: orderRoutes,
  jobs: orderJobs,
  reactions: [ASK_FOR_REQUISITES, ADD_TERMS, SHOW_LIVE],
};
