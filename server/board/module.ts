import type { Module } from '#server/module.ts';
import { boardRoutes } from './routes.ts';

export const boardModule: Module = {
  name: 'board',
  routes: boardRoutes,
};
