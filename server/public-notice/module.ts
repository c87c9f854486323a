import type { Module } from '#server/module.ts';
import { officeNoticeRoutes } from './office-routes.ts';
import { noticeRoutes } from './routes.ts';

export const publicNoticeModule: Module = {
  name: 'public-notice',
  tables: ['public_notices'],
  routes: (deps) => [...noticeRoutes(deps), ...officeNoticeRoutes(deps)],
};
