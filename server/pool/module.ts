import type { Module } from '#server/module.ts';
import { executeChangeRequisite } from './add-requisites.ts';
import { officePoolRoutes } from './office-routes.ts';
import { LET_REQUISITE_GO } from './reactions.ts';
import { findPromise } from './store.ts';
import { poolJobs } from './sweep-reservations.ts';

export const poolModule: Module = {
  name: 'pool',
  tables: ['pool_requisites', 'pool_reservations', 'pool_waits'],
  routes: officePoolRoutes,
  jobs: (deps, { closedSystems }) => poolJobs(deps, closedSystems),
  reactions: [LET_REQUISITE_GO],
  orderFacts: { findRequisitesPromise: findPromise },
  approvals: { change_requisite: { execute: executeChangeRequisite } },
};
