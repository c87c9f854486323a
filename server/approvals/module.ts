import type { Module } from '#server/module.ts';
import { approvalJobs } from './jobs.ts';
import { officeApprovalRoutes } from './office-routes.ts';

export const approvalsModule: Module = {
  name: 'approvals',
  tables: ['approval_voices', 'approvals'],
  routes: (deps, { registries }) => officeApprovalRoutes(deps, registries.executors, registries.approvalHooks),
  jobs: (deps, { registries }) => approvalJobs(deps, registries.executors, registries.approvalHooks),
};
