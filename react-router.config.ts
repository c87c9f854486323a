import type { Config } from '@react-router/dev/config';
import { compressAssets } from './web/compress-assets.ts';

export default {
  appDirectory: 'web',
  buildDirectory: 'build/web',
  ssr: true,
  /** Few routes: naming them all at once is cheaper than asking for each, and leaves no extra address to serve. */
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => compressAssets(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
