import type { Module } from '#server/module.ts';
import { directionRoutes } from './routes.ts';

export const directionsModule: Module = {
  name: 'directions',
  routes: directionRoutes,
};
