import path from 'node:path';
import type { Module } from '#server/module.ts';
import { officeSite } from './office-site.ts';

export const officeSiteModule: Module = {
  name: 'office-site',
  plugins: (_deps, { buildFolder, config }) => [
    officeSite({ buildFolder: path.join(buildFolder, 'office'), sentryDsn: config.sentryDsn ?? null }),
  ],
};
