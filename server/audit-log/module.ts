import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { chainAudit } from './chain-audit.ts';
import { officeAuditRoutes } from './office-routes.ts';

const auditLogJobs = (deps: Deps): void => deps.queue.every('chain-audit', SECOND_MS, () => chainAudit(deps));

export const auditLogModule: Module = {
  name: 'audit-log',
  tables: ['audit_chain', 'audit_head', 'audit_unchained'],
  routes: officeAuditRoutes,
  jobs: auditLogJobs,
};
