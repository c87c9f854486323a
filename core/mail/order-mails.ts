import type { OrderStatus } from '#core/order/status.ts';
import { SECOND_MS } from '#core/time.ts';

/**
 * E-mails that a customer may switch off. E-mails that ask for an action, name a destination of money or concern the account's security are
 * always sent.
 */
export const MAIL_CHOICES = ['payment', 'payout', 'completed', 'closed', 'reviews'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** Choices about an order. */
type OrderChoice = Exclude<MailChoice, 'reviews'>;

const OF_STATUS: Readonly<Partial<Record<OrderStatus, OrderChoice>>> = {
  payment_claimed: 'payment',
  payment_detected: 'payment',
  paid: 'payment',
  payout_failed: 'payment',
  payout_sent: 'payout',
  completed: 'completed',
  expired: 'closed',
  cancelled: 'closed',
};

/** The choice that an e-mail about a reached state belongs to. Undefined if it is always sent, as every e-mail is while a surplus waits. */
export const choiceOfStatus = (status: OrderStatus, { hasSurplus }: { readonly hasSurplus: boolean }): OrderChoice | undefined =>
  hasSurplus ? undefined : OF_STATUS[status];

/**
 * Delay of the e-mail about a state, ms; null for no e-mail. A state that usually passes within seconds waits, to be merged with the next
 * (decision 0006).
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
