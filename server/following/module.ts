import type { Module } from '#server/module.ts';
import { followingRoutes } from './routes.ts';

export const followingModule: Module = {
  name: 'following',
  routes: followingRoutes,
};
