import type { Module } from '#server/module.ts';
import { executeCorrectDestination, isCorrectionOutdated } from './by-hand/correct-destination.ts';
import { executeEndPayout, isEndPayoutOutdated } from './by-hand/end-payout.ts';
import { executeSetRefundDestination, isRefundDestinationOutdated } from './by-hand/refund-destination.ts';
import { findReview, findTakenByHand } from './queries.ts';
import { findDestinationRequest, REQUEST_MAIL, requestEmails } from './corrections/request-destination.ts';
import { correctionRoutes } from './corrections/routes.ts';
import { payoutJobs } from './jobs.ts';
import { officeLimitRoutes } from './gate/office-routes.ts';
import { executeReleaseCap } from './gate/wallet-use.ts';
import { executePayoutApproval, PAYOUT_APPROVAL } from './gate/payout-gate.ts';
import { ORDER_SUBJECT } from './order-subject.ts';
import { PAY, QUEUE_PAYOUT, RETURN_SURPLUS } from './reactions.ts';
import { isReturningSurplus } from './surplus.ts';

export const payoutsModule: Module = {
  name: 'payouts',
  tables: ['cap_releases', 'destination_requests', 'payouts'],
  routes: (deps) => [...correctionRoutes(deps), ...officeLimitRoutes(deps)],
  jobs: payoutJobs,
  reactions: [PAY, QUEUE_PAYOUT, RETURN_SURPLUS],
  orderFacts: { isSurplusReturning: isReturningSurplus, findDestinationRequest, findReview, findTakenByHandAt: findTakenByHand },
  payoutSubjects: { order: ORDER_SUBJECT },
  approvals: {
    pay_out: { execute: executePayoutApproval, ...PAYOUT_APPROVAL },
    release_cap: { execute: executeReleaseCap },
    end_payout: { execute: executeEndPayout, overtaken: isEndPayoutOutdated },
    set_refund_destination: { execute: executeSetRefundDestination, overtaken: isRefundDestinationOutdated },
    correct_destination: { execute: executeCorrectDestination, overtaken: isCorrectionOutdated },
  },
  emails: (deps) => ({ [REQUEST_MAIL]: requestEmails(deps) }),
};
