import type { Module } from '#server/module.ts';
import { executeAgreeShare } from './agree-share.ts';
import { FREEZE_EARNINGS } from './freeze-earnings.ts';
import { partnerJobs } from './jobs.ts';
import { officePartnerRoutes } from './office-routes.ts';
import { partnerRoutes } from './partner-routes.ts';
import { clientPackage, partnerKeyRoutes } from './routes.ts';
import { partnerSearcher } from './search-partners.ts';
import { cutOffKeys } from './store.ts';

export const partnersModule: Module = {
  name: 'partners',
  tables: ['partner_keys', 'partner_shares', 'partner_signatures', 'partners'],
  routes: (deps, { signIn }) => [
    ...partnerRoutes(deps),
    ...partnerKeyRoutes({ ...deps, notifyUser: signIn.notifyUser }),
    ...officePartnerRoutes(deps),
  ],
  plugins: (_deps, { buildFolder }) => [clientPackage({ buildFolder })],
  jobs: partnerJobs,
  reactions: [FREEZE_EARNINGS],
  approvals: { agree_share: { execute: executeAgreeShare } },
  searcher: partnerSearcher,
  revokeApiAccess: async (tx, { userId, since, now }) => await cutOffKeys(tx, { userId, since: new Date(since), at: new Date(now) }),
};
