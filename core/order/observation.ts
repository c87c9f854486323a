import type { OrderStatus } from './status.ts';

/** States in which an operator may say what he saw (domain 5): every one that is not final-and-paid and expects money at all. */
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
