import type { Module } from '#server/module.ts';
import { userWalletRoutes } from './routes.ts';

export const userWalletsModule: Module = {
  name: 'user-wallets',
  tables: ['user_wallets'],
  routes: userWalletRoutes,
};
