import type { OrderStatus } from './status.ts';

/** States in which an operator may record a payment (domain 5): those that expect money and are not final and paid. */
export const OBSERVABLE_STATUSES: readonly OrderStatus[] = [
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
  'requote',
  'expired',
  'cancelled',
  'payment_failed',
];
