import type { Deps } from './deps.ts';
import { ATTACH_WAITING, SETTLE_AFTER_CHECK, SETTLE_AFTER_FAILURE } from './deposits/reactions.ts';
import { SETTLE_EARNINGS } from './earnings/reactions.ts';
import { TELL_SURPLUS_RETURNED } from './order-letters/surplus-letter.ts';
import { tellNews } from './order-letters/tell-news.ts';
import { RECORD_RESULT } from './figures/record-result.ts';
import { ASK_FOR_REQUISITES } from './orders/move/prepare-requisites.ts';
import type { OrderFacts } from './orders/customer/order-facts.ts';
import type { Reaction } from './orders/move/reaction.ts';
import { ADD_TERMS } from './orders/terms/reaction.ts';
import { SHOW_LIVE } from './orders/move/show-live.ts';
import { ORDER_SUBJECT } from './payouts/order-subject.ts';
import { isReturning } from '#server/payouts/surplus/record-return.ts';
import { findDestinationRequest } from './payouts/corrections/find-destination-request.ts';
import { findReview } from './payouts/kept-back.ts';
import { FREEZE_EARNINGS } from './partners/freeze-earnings.ts';
import { PAY, QUEUE_PAYOUT, RETURN_THE_REST } from './payouts/reactions.ts';
import { LET_REQUISITE_GO } from './pool/reactions.ts';
import { findTakenByHand } from './payouts/by-hand/taken-by-hand.ts';
import { findShownProofs } from './payout-tasks/shown-proofs.ts';
import { findPromise } from './pool/store.ts';
import { REFERRALS } from './referrals/reactions.ts';
import { INVITE_TO_REVIEW } from './reviews/invite.ts';
import { settleSlot } from './slots/order-slots.ts';
import { TELL_PARTNER } from './webhooks/reactions.ts';
import { WITHDRAWAL_SUBJECT } from './withdrawals/subject.ts';

/** What hangs on an order's life, told in this order. Those that move the order on stand last: they have reactions of their own. */
export const REACTIONS: readonly Reaction[] = [
  REFERRALS,
  { name: 'settle_slot', onMoved: async (deps, tx, { after }) => await settleSlot(deps, tx, after) },
  LET_REQUISITE_GO,
  ASK_FOR_REQUISITES,
  PAY,
  { name: 'tell_news', onMoved: async (_deps, tx, { after }) => await tellNews(tx, after) },
  TELL_SURPLUS_RETURNED,
  INVITE_TO_REVIEW,
  ADD_TERMS,
  // Before the figures: what is owed of an order is a cost of it
  FREEZE_EARNINGS,
  SETTLE_EARNINGS,
  RECORD_RESULT,
  TELL_PARTNER,
  SHOW_LIVE,
  QUEUE_PAYOUT,
  RETURN_THE_REST,
  ATTACH_WAITING,
  SETTLE_AFTER_CHECK,
  SETTLE_AFTER_FAILURE,
];

/** What the nouns after `orders` know of an order that its page shows. */
export const ORDER_FACTS: OrderFacts = {
  isSurplusReturning: isReturning,
  findPromise,
  findDestinationRequest,
  findReview,
  findShownProofs,
  findTakenByHand,
};

/** The nouns that pay through the machine that pays out. */
export const PAYOUT_SUBJECTS: Deps['payoutSubjects'] = { order: ORDER_SUBJECT, withdrawal: WITHDRAWAL_SUBJECT };
