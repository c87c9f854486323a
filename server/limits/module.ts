import type { Module } from '#server/module.ts';
import { executeChangeLimits, isLimitsChangeOutdated } from './change-limits.ts';
import { officeLimitRoutes } from './office-routes.ts';
import { executeReleaseCap } from './release-cap.ts';

export const limitsModule: Module = {
  name: 'limits',
  tables: ['cap_releases', 'payout_limits'],
  routes: officeLimitRoutes,
  approvals: {
    release_cap: { execute: executeReleaseCap },
    change_caps: { execute: executeChangeLimits, overtaken: isLimitsChangeOutdated },
  },
};
