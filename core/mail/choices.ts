import type { OrderStatus } from '#core/order/status.ts';

/**
 * Letters that a person may do without. Whatever asks something of him, tells where his money goes or is about the door of his account
 * is not among them: it cannot be switched off.
 */
export const MAIL_CHOICES = ['payment', 'payout', 'completed', 'closed', 'reviews'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** About an order on its way. */
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

/** The choice that a letter about a reached state falls under; undefined: it is always sent. Money that waits for its owner's word is always told. */
export const choiceOfStatus = (status: OrderStatus, { hasSurplus }: { readonly hasSurplus: boolean }): OrderChoice | undefined =>
  hasSurplus ? undefined : OF_STATUS[status];
