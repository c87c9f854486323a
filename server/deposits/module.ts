import type { Module } from '#server/module.ts';
import { ATTACH_WAITING, SETTLE_AFTER_CHECK, SETTLE_AFTER_FAILURE } from './reactions.ts';
import { executeObservation } from './record-observation.ts';
import { depositRoutes } from './routes.ts';
import { ORDER_PARTIES } from './queries.ts';
import { hasOperatorDeposit } from './store.ts';

export const depositsModule: Module = {
  name: 'deposits',
  tables: ['deposits'],
  routes: depositRoutes,
  reactions: [ATTACH_WAITING, SETTLE_AFTER_CHECK, SETTLE_AFTER_FAILURE],
  orderFacts: { hasOperatorDeposit },
  approvalParties: ORDER_PARTIES,
  approvals: { credit_observation: { execute: executeObservation } },
};
