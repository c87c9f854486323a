import type { Module } from '#server/module.ts';
import { referralRoutes } from '#server/referrals/routes.ts';
import { BONUS_MAIL, bonusMails } from './bonus-mails.ts';
import { changeableProgramme, judgeProgramme } from './changeable.ts';
import { executeGrantBonus } from './grant-bonus.ts';
import { earningJobs } from './jobs.ts';
import { officeEarningRoutes } from './office-routes.ts';
import { officePairRoutes } from './pair-routes.ts';
import { SETTLE_EARNINGS } from './reactions.ts';
import { referralProgramme } from './referral-programme.ts';
import { executeReverseEarning, isReversalOver } from './reverse-by-operator.ts';
import { earningRoutes } from './routes.ts';
import { executeStopPair } from './stop-pair.ts';

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
