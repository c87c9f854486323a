import { SECOND_MS } from '#core/time.ts';
import type { OrderStatus } from './status.ts';

/**
 * Delay of the e-mail about a reached state, ms; null: no e-mail. A state that needs an action or ends the order is mailed at once; one that
 * usually passes within seconds waits, so that a payment seen, received and paid out in a moment is one e-mail (decision 0006).
 */
export const MAIL_DELAY_MS: Readonly<Record<OrderStatus, number | null>> = {
  awaiting_confirmation: 0,
  awaiting_verification: 0,
  awaiting_requisites: 15 * SECOND_MS,
  awaiting_payment: 0,
  payment_claimed: 10 * SECOND_MS,
  payment_detected: 10 * SECOND_MS,
  moderation: 10 * SECOND_MS,
  compliance_hold: 0,
  requote: 3 * SECOND_MS,
  paid: 20 * SECOND_MS,
  payout_pending: null,
  payout_sent: 20 * SECOND_MS,
  payout_failed: null,
  completed: 0,
  refund_pending: 10 * SECOND_MS,
  refunded: 0,
  expired: 0,
  cancelled: 0,
  payment_failed: 0,
  rejected: 0,
};
