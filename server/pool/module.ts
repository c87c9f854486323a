import type { Module } from '#server/module.ts';
import { executeChangeRequisite } from './add-requisites.ts';
import { officePoolRoutes } from './office-routes.ts';
import { RELEASE_REQUISITE } from './reactions.ts';
import { findPromise } from './store.ts';
import { poolJobs } from './jobs.ts';

export const poolModule: Module = {
  name: 'pool',
  tables: ['pool_requisites', 'pool_reservations', 'pool_waits'],
  routes: officePoolRoutes,
  jobs: (deps, { closedSystems }) => poolJobs(deps, closedSystems),
  reactions: [RELEASE_REQUISITE],
  orderFacts: { findRequisitesPromise: findPromise },
  approvals: { change_requisite: { execute: executeChangeRequisite } },
};
