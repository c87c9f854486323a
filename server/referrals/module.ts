import type { Module } from '#server/module.ts';
import { bannerFiles } from './banner-files.ts';
import { referralJobs } from './jobs.ts';
import { REFERRALS } from './count-referral.ts';

export const referralsModule: Module = {
  name: 'referrals',
  tables: ['referral_clicks', 'referral_orders', 'referral_totals', 'referrals'],
  plugins: (deps) => [bannerFiles(deps)],
  jobs: referralJobs,
  reactions: [REFERRALS],
};
