import type { Module } from '#server/module.ts';
import { executeCorrectDestination, isCorrectionOver } from './by-hand/correct-destination.ts';
import { executeEndPayout, isEndPayoutOver } from './by-hand/end-payout.ts';
import { executeSetRefundDestination, isRefundDestinationOver } from './by-hand/refund-destination.ts';
import { findTakenByHand } from './by-hand/find-taken-by-hand.ts';
import { findDestinationRequest } from './corrections/find-destination-request.ts';
import { REQUEST_MAIL, requestMails } from './corrections/request-mail.ts';
import { correctionRoutes } from './corrections/routes.ts';
import { payoutJobs } from './jobs.ts';
import { officeLimitRoutes } from './gate/office-routes.ts';
import { executeReleaseCap } from './gate/release-cap.ts';
import { findReview } from './payout-review.ts';
import { executePayOutApproval, PAY_OUT_APPROVAL } from './machine/payout-approval.ts';
import { ORDER_SUBJECT } from './order-subject.ts';
import { PAY, QUEUE_PAYOUT, RETURN_SURPLUS } from './reactions.ts';
import { isReturningSurplus } from './surplus/record-return.ts';

export const payoutsModule: Module = {
  name: 'payouts',
  tables: ['cap_releases', 'destination_requests', 'payouts'],
  routes: (deps) => [...correctionRoutes(deps), ...officeLimitRoutes(deps)],
  jobs: payoutJobs,
  reactions: [PAY, QUEUE_PAYOUT, RETURN_SURPLUS],
  orderFacts: { isSurplusReturning: isReturningSurplus, findDestinationRequest, findReview, findTakenByHandAt: findTakenByHand },
  payoutSubjects: { order: ORDER_SUBJECT },
  approvals: {
    pay_out: { execute: executePayOutApproval, ...PAY_OUT_APPROVAL },
    release_cap: { execute: executeReleaseCap },
    end_payout: { execute: executeEndPayout, overtaken: isEndPayoutOver },
    set_refund_destination: { execute: executeSetRefundDestination, overtaken: isRefundDestinationOver },
    correct_destination: { execute: executeCorrectDestination, overtaken: isCorrectionOver },
  },
  emails: (deps) => ({ [REQUEST_MAIL]: requestMails(deps) }),
};
