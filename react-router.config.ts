import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  // Named by `scripts/prepare.mjs`: a build never touches the folder that a running process serves
  buildDirectory: `${process.env['BUILD_FOLDER'] ?? 'dist'}/web`,
  ssr: true,
  /** Few routes: naming them all at once is cheaper than asking for each, and leaves no extra address to serve. */
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
} satisfies Config;
