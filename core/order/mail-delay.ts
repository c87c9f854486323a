import { SECOND_MS } from '#core/time.ts';
import type { OrderStatus } from './status.ts';

/**
 * Delay of a state's e-mail, ms; null: no e-mail. 0 where an action is needed or the order ends; a state that usually passes within seconds
 * waits (decision 0006).
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
