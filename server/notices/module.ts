import path from 'node:path';
import type { Module } from '#server/module.ts';
import { noticePlaceRoutes } from './routes.ts';
import { workerFiles } from './worker-files.ts';

export const noticesModule: Module = {
  name: 'notices',
  routes: noticePlaceRoutes,
  plugins: ({ t }, { buildFolder, config }) => [
    workerFiles({ buildFolder: path.join(buildFolder, 'worker'), t, isOn: config.serviceWorker === 'on' }),
  ],
};
