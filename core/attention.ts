import { isOperatorMove, may, mayMove } from './access.ts';
import { type MoveName, movesFrom } from './order/lifecycle.ts';
import type { OrderStatus } from './order/status.ts';

/** Why an order waits for a person, most urgent first; `payment_stuck`: seen for hours and still not final; `payout_stuck`: due, with nobody asked to approve it and nothing paying it; `by_hand`: a person has taken it from the machine; `manual_payout`: its rail pays by people; `surplus`: more came than belongs to it, kept in suspense. */
export const ATTENTIONS = [
  'moderation',
  'compliance_hold',
  'payout_failed',
  'payout_unknown',
  'refund_failed',
  'payout_stuck',
  'by_hand',
  'manual_payout',
  'payment_claimed',
  'payment_stuck',
  'awaiting_verification',
  'surplus',
] as const;
export type Attention = (typeof ATTENTIONS)[number];

/** How long a payment may be seen without becoming final before a person looks. */
export const STUCK_AFTER_HOURS = 6;

/** Within a lane, orders that have waited equally many of these stand by their worth: oldest first, among equals the dearest. */
export const WAIT_STEP_MINUTES = 15;

const mayMakeOne = (role: string, moves: readonly MoveName[]): boolean => moves.filter(isOperatorMove).some((move) => mayMove(role, move));

/** A refund is no answer to a claim: there is nothing to give back yet. Calling an order off answers nothing: it can always be done. */
const answersTo = (status: OrderStatus): readonly MoveName[] =>
  movesFrom(status, 'operator').filter((move) => move !== 'call_off' && (status === 'payout_failed' || move !== 'refund'));

const MAY_ACT: Readonly<Record<Attention, (role: string) => boolean>> = {
  moderation: (role) => may(role, 'record_observation') || mayMakeOne(role, answersTo('moderation')),
  compliance_hold: (role) => mayMakeOne(role, answersTo('compliance_hold')),
  payout_failed: (role) => mayMakeOne(role, answersTo('payout_failed')),
  payout_unknown: (role) => may(role, 'handle_payouts'),
  refund_failed: (role) => may(role, 'handle_payouts'),
  payout_stuck: (role) => may(role, 'handle_payouts'),
  by_hand: (role) => may(role, 'handle_payouts'),
  manual_payout: (role) => may(role, 'handle_payouts'),
  payment_claimed: (role) => may(role, 'record_observation') || mayMakeOne(role, answersTo('payment_claimed')),
  payment_stuck: (role) => may(role, 'record_observation'),
  awaiting_verification: (role) => mayMakeOne(role, answersTo('awaiting_verification')),
  surplus: (role) => may(role, 'return_surplus'),
};

/** What a role can act on (domain 9, "Operators"), in the order of `ATTENTIONS`; what waits for others is not its work. */
export const attentionsOf = (role: string): Attention[] => ATTENTIONS.filter((attention) => MAY_ACT[attention](role));
