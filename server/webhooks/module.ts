import type { Module } from '#server/module.ts';
import { ENDPOINT_EMAIL, endpointMails } from './endpoint-emails.ts';
import { cutOffEndpoints } from './endpoint-store.ts';
import { webhookJobs } from './jobs.ts';
import { officeWebhookRoutes } from './office-routes.ts';
import { TELL_PARTNER } from './reactions.ts';
import { webhookRoutes } from './routes.ts';
import { webhookWork } from './office-store.ts';

export const webhooksModule: Module = {
  name: 'webhooks',
  tables: [
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_endpoints',
    'webhook_events',
    'webhook_handovers',
    'webhook_lines',
    'webhook_missed',
  ],
  routes: (deps) => [...webhookRoutes(deps), ...officeWebhookRoutes(deps)],
  jobs: webhookJobs,
  reactions: [TELL_PARTNER],
  work: { webhooks: webhookWork },
  emails: (deps) => ({ [ENDPOINT_EMAIL]: endpointMails(deps) }),
  revokeApiAccess: async (tx, { userId, now }) => await cutOffEndpoints(tx, userId, now),
};
