import path from 'node:path';
import type { Module } from '#server/module.ts';
import { widgetFiles } from './widget-files.ts';

export const widgetModule: Module = {
  name: 'widget',
  plugins: ({ t, shop }, { buildFolder, config }) => [
    widgetFiles({
      buildFolder: path.join(buildFolder, 'widget'),
      t,
      shop: () => shop.of('shop'),
      apiUrl: config.apiUrl,
      sentryDsn: config.sentryDsn ?? null,
    }),
  ],
};
