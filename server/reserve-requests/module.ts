import type { Module } from '#server/module.ts';
import { reserveRequestJobs } from './jobs.ts';
import { officeReserveRequestRoutes } from './office-routes.ts';
import { reserveEmailKind } from './reserve-emails.ts';
import { reserveRequestRoutes } from './routes.ts';
import { RESERVE_EMAIL } from './notify-waiting.ts';
import { reserveRequestWork } from './work.ts';

export const reserveRequestsModule: Module = {
  name: 'reserve-requests',
  tables: ['reserve_requests'],
  routes: (deps, { signIn }) => [...reserveRequestRoutes(signIn), ...officeReserveRequestRoutes(deps)],
  jobs: reserveRequestJobs,
  work: { reserveRequests: reserveRequestWork },
  emails: (deps) => ({ [RESERVE_EMAIL]: reserveEmailKind(deps) }),
};
