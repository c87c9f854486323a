import type { Module } from '#server/module.ts';
import { BUSINESS_MAIL } from './request-payments.ts';
import { businessMails } from './business-mails.ts';
import { businessRequestJobs } from './jobs.ts';
import { officeBusinessRoutes, onlinePaymentRoutes } from './routes.ts';
import { businessWork } from './work.ts';

export const businessRequestsModule: Module = {
  name: 'business-requests',
  tables: ['business_requests'],
  routes: (deps, { signIn }) => [...onlinePaymentRoutes(signIn), ...officeBusinessRoutes(deps)],
  jobs: businessRequestJobs,
  work: { businessRequests: businessWork },
  emails: (deps) => ({ [BUSINESS_MAIL]: businessMails(deps) }),
};
