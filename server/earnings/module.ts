import type { Module } from '#server/module.ts';
import { referralRoutes } from '#server/referrals/routes.ts';
import { changeableProgramme, judgeProgramme, referralProgramme } from './programme.ts';
import { BONUS_MAIL, bonusMails, executeGrantBonus } from './grant-bonus.ts';
import { earningJobs } from './jobs.ts';
import { officeEarningRoutes } from './office-routes.ts';
import { executeStopPair, officePairRoutes } from './pair-routes.ts';
import { SETTLE_EARNINGS } from './reactions.ts';
import { executeReverseEarning, isReversalOver } from './reverse-by-operator.ts';
import { earningRoutes } from './routes.ts';

export const earningsModule: Module = {
  name: 'earnings',
  tables: ['earning_programmes', 'earning_terms', 'earnings'],
  routes: (deps) => [
    ...earningRoutes(deps),
    ...officeEarningRoutes(deps),
    ...officePairRoutes(deps),
    ...referralRoutes(deps, referralProgramme(deps)),
  ],
  jobs: earningJobs,
  reactions: [SETTLE_EARNINGS],
  approvals: {
    grant_bonus: { execute: executeGrantBonus },
    reverse_earning: { execute: executeReverseEarning, overtaken: isReversalOver },
    stop_referral: { execute: executeStopPair },
  },
  changeable: { earning_programme: changeableProgramme },
  judge: () => (_db, items) => Promise.resolve(judgeProgramme(items)),
  emails: (deps) => ({ [BONUS_MAIL]: bonusMails(deps) }),
};
