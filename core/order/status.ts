/** Order states of domain section 5, in the order of a successful exchange. */
export const ORDER_STATUSES = [
  'awaiting_confirmation',
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
  'compliance_hold',
  'requote',
  'paid',
  'payout_pending',
  'payout_sent',
  'payout_failed',
  'completed',
  'refund_pending',
  'refunded',
  'expired',
  'cancelled',
  'payment_failed',
  'rejected',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * States of an exchange. `awaiting_confirmation` belongs to withdrawals only (`core/withdrawal/lifecycle.ts`), which are listed among
 * orders.
 */
export const EXCHANGE_STATUSES = ORDER_STATUSES.filter((status) => status !== 'awaiting_confirmation');

export const STATUS_GROUPS = ['waiting', 'processing', 'done', 'failed'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

/** The customer's one-word summary of a state. */
export const STATUS_GROUP: Readonly<Record<OrderStatus, StatusGroup>> = {
  awaiting_confirmation: 'waiting',
  awaiting_verification: 'waiting',
  awaiting_requisites: 'waiting',
  awaiting_payment: 'waiting',
  payment_claimed: 'processing',
  payment_detected: 'processing',
  moderation: 'processing',
  compliance_hold: 'processing',
  requote: 'waiting',
  paid: 'processing',
  payout_pending: 'processing',
  payout_sent: 'processing',
  payout_failed: 'processing',
  completed: 'done',
  refund_pending: 'processing',
  refunded: 'done',
  expired: 'failed',
  cancelled: 'failed',
  payment_failed: 'failed',
  rejected: 'failed',
};

/** States that are final for the customer (domain 5). Money that arrives later reopens those in `REOPENED_BY_LATE_MONEY` (T22). */
export const FINAL_STATUSES = [
  'completed',
  'refunded',
  'expired',
  'cancelled',
  'payment_failed',
  'rejected',
] as const satisfies readonly OrderStatus[];
export const REOPENED_BY_LATE_MONEY = ['expired', 'cancelled', 'payment_failed'] as const satisfies readonly OrderStatus[];

export const isFinal = (status: OrderStatus): boolean => (FINAL_STATUSES as readonly OrderStatus[]).includes(status);

/** States after the exchange is booked and before the payout is sent. */
export const PAID_NOT_SENT: readonly OrderStatus[] = ['paid', 'payout_pending', 'payout_failed'];

export const ORDER_ACTIONS = [
  'cancel',
  'confirm_payment',
  'send_cheque',
  'get_requisites',
  'accept_requote',
  'request_refund',
  'repeat',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** States in which an operator may record a payment (domain 5): money may still arrive for the order. */
export const RECORDABLE_STATUSES: readonly OrderStatus[] = [
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
  'requote',
  'expired',
  'cancelled',
  'payment_failed',
];
