import { isOperatorMove, may, mayMove } from '#core/access/access.ts';
import { type MoveName, movesFrom } from '#core/order/lifecycle.ts';
import type { OrderStatus } from '#core/order/status.ts';

/** Why an order waits for a person, most urgent first. */
export const ATTENTIONS = [
  'moderation',
  'compliance_hold',
  'payout_failed',
  'payout_unknown',
  'refund_failed',
  // The payout is due, but no approval was requested and no payout runs
  'payout_stuck',
  // A person took the payout over from the machine
  'by_hand',
  // People pay the payouts of its rail
  'manual_payout',
  'payment_claimed',
  // A payment was seen hours ago and is still not final
  'payment_stuck',
  'awaiting_verification',
  // More money arrived than the order needs; the rest is in suspense
  'surplus',
] as const;
export type Attention = (typeof ATTENTIONS)[number];

/** How long a payment may be seen without becoming final before a person looks. */
export const STUCK_AFTER_HOURS = 6;

/** The step of waiting time, minutes. Orders of a lane are sorted by whole steps, oldest first, then by worth, largest first. */
export const WAIT_STEP_MINUTES = 15;

const mayMakeAny = (role: string, moves: readonly MoveName[]): boolean => moves.filter(isOperatorMove).some((move) => mayMove(role, move));

/** Moves that resolve a status. `call_off` is always possible and does not count; `refund` counts only if a payout failed. */
const resolvingMoves = (status: OrderStatus): readonly MoveName[] =>
  movesFrom(status, 'operator').filter((move) => move !== 'call_off' && (status === 'payout_failed' || move !== 'refund'));

const MAY_ACT: Readonly<Record<Attention, (role: string) => boolean>> = {
  moderation: (role) => may(role, 'record_observation') || mayMakeAny(role, resolvingMoves('moderation')),
  compliance_hold: (role) => mayMakeAny(role, resolvingMoves('compliance_hold')),
  payout_failed: (role) => mayMakeAny(role, resolvingMoves('payout_failed')),
  payout_unknown: (role) => may(role, 'handle_payouts'),
  refund_failed: (role) => may(role, 'handle_payouts'),
  payout_stuck: (role) => may(role, 'handle_payouts'),
  by_hand: (role) => may(role, 'handle_payouts'),
  manual_payout: (role) => may(role, 'handle_payouts'),
  payment_claimed: (role) => may(role, 'record_observation') || mayMakeAny(role, resolvingMoves('payment_claimed')),
  payment_stuck: (role) => may(role, 'record_observation'),
  awaiting_verification: (role) => mayMakeAny(role, resolvingMoves('awaiting_verification')),
  surplus: (role) => may(role, 'return_surplus'),
};

/** Attentions that a role can act on (domain 9, "Operators"), in the order of `ATTENTIONS`. */
export const attentionsOf = (role: string): Attention[] => ATTENTIONS.filter((attention) => MAY_ACT[attention](role));
