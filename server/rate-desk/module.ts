import type { Module } from '#server/module.ts';
import { findExceededGuards, judgePrices } from './judge-change.ts';
import { officeRateDeskRoutes } from './office-routes.ts';

export const rateDeskModule: Module = {
  name: 'rate-desk',
  routes: officeRateDeskRoutes,
  judge: (deps) => async (db, items) => [...(await judgePrices(db, items)), ...(await findExceededGuards(deps, db, items))],
};
