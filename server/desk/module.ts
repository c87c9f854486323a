import type { Module } from '#server/module.ts';
import { approvalWork, findPromisedDecisions } from './approval-work.ts';
import { officeCustomerRoutes, officeObservationRoutes, officeOrderActionRoutes } from './order-action-routes.ts';
import { executeExtendRate, isExtensionOutdated } from './extend-order.ts';
import { officeOrderRoutes } from './office-routes.ts';
import { officePayoutRoutes } from './payout-routes.ts';
import { executeReturnSurplus, isReturnOutdated } from './return-surplus.ts';
import { orderSearcher } from './search-orders.ts';
import { workJobs } from './watch-work.ts';
import { orderWork } from './work.ts';
import { executeCorrectEmail } from './write-to-customer.ts';

export const deskModule: Module = {
  name: 'desk',
  tables: ['customer_notes'],
  routes: (deps) => [
    ...officeOrderRoutes(deps),
    ...officeCustomerRoutes(deps),
    ...officeOrderActionRoutes(deps),
    ...officeObservationRoutes(deps),
    ...officePayoutRoutes(deps),
  ],
  jobs: (deps, { registries }) => workJobs(deps, registries.workLanes),
  approvals: {
    return_surplus: { execute: executeReturnSurplus, overtaken: isReturnOutdated },
    extend_rate: { execute: executeExtendRate, overtaken: isExtensionOutdated },
    correct_email: { execute: executeCorrectEmail },
  },
  approvalPromises: findPromisedDecisions,
  work: { queue: orderWork, approvals: approvalWork },
  searcher: orderSearcher,
};
