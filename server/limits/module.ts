import type { Module } from '#server/module.ts';
import { executeChangeLimits, isLimitsChangeOutdated } from './change-limits.ts';

export const limitsModule: Module = {
  name: 'limits',
  tables: ['payout_limits'],
  approvals: {
    change_caps: { execute: executeChangeLimits, overtaken: isLimitsChangeOutdated },
  },
};
