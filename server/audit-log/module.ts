import type { Module } from '#server/module.ts';
import { auditLogJobs } from './jobs.ts';
import { officeAuditRoutes } from './office-routes.ts';

export const auditLogModule: Module = {
  name: 'audit-log',
  tables: ['audit_chain', 'audit_head', 'audit_unchained'],
  routes: officeAuditRoutes,
  jobs: auditLogJobs,
};
