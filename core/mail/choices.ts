import type { OrderStatus } from '#core/order/status.ts';

/**
 * E-mails that a customer may switch off. E-mails that ask for an action, say where money goes or concern the security of the account are
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

/** The choice that an e-mail about a reached state belongs to; undefined: always sent, as is any while a surplus waits for the customer. */
export const choiceOfStatus = (status: OrderStatus, { hasSurplus }: { readonly hasSurplus: boolean }): OrderChoice | undefined =>
  hasSurplus ? undefined : OF_STATUS[status];
