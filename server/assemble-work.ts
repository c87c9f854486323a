import { approvalWork } from './approvals/work.ts';
import { businessWork } from './business-requests/work.ts';
import { cardWork } from './card-verifications/work.ts';
import { chatWork } from './chat/work.ts';
import { orderWork } from './desk/work.ts';
import { incidentWork } from './incidents/work.ts';
import { payoutTaskWork } from './payout-tasks/work.ts';
import { reserveRequestWork } from './reserve-requests/work.ts';
import { reviewWork } from './reviews/work.ts';
import { bankLineWork } from './statements/work.ts';
import { webhookWork } from './webhooks/work.ts';
import { withdrawalWork } from './withdrawals/work.ts';
import type { WorkLanes } from './work/count-work.ts';

/** The one list of work for people (architecture 4): menu counts, calls and alarms are read from it. */
export const WORK: WorkLanes = {
  queue: orderWork,
  payoutTasks: payoutTaskWork,
  approvals: approvalWork,
  incidents: incidentWork,
  cardChecks: cardWork,
  chats: chatWork,
  withdrawals: withdrawalWork,
  bankLines: bankLineWork,
  reviews: reviewWork,
  businessRequests: businessWork,
  reserveRequests: reserveRequestWork,
  webhooks: webhookWork,
};
