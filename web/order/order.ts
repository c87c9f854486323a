import type { Resource } from '#contract/document.ts';
import type { OrderAttributes, RequisitesAttributes } from '#contract/public/order-attributes.ts';
import type { PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import { STATUS_GROUP, type OrderStatus } from '#core/order/status.ts';

export interface Order extends OrderAttributes {
  readonly id: string;
}

export const toOrder = (resource: Resource<OrderAttributes>): Order => ({ ...resource.attributes, id: resource.id });

/** Whether an order waits for its customer: to pay, to confirm a card, or to decide about a changed rate. */
export const isOpen = ({ status, withdrawal }: Pick<OrderAttributes, 'status' | 'withdrawal'>): boolean =>
  withdrawal === null && STATUS_GROUP[status] === 'waiting';

/** Both payment systems of an order. */
export interface Sides {
  readonly income: PaymentSystemAttributes;
  readonly outcome: PaymentSystemAttributes;
}

export type Requisites = RequisitesAttributes;

/** Steps of an order as shown to the customer. */
export const STEPS = ['payment', 'check', 'payout', 'done'] as const;
export type Step = (typeof STEPS)[number];

/** Step of each state; null for orders that ended otherwise. */
export const STEP_OF: Readonly<Record<OrderStatus, Step | null>> = {
  awaiting_confirmation: 'payment',
  awaiting_verification: 'payment',
  awaiting_requisites: 'payment',
  awaiting_payment: 'payment',
  payment_claimed: 'check',
  payment_detected: 'check',
  moderation: 'check',
  compliance_hold: 'check',
  requote: 'check',
  paid: 'payout',
  payout_pending: 'payout',
  payout_sent: 'payout',
  payout_failed: 'payout',
  completed: 'done',
  refund_pending: null,
  refunded: null,
  expired: null,
  cancelled: null,
  payment_failed: null,
  rejected: null,
};

/** Milliseconds from `serverTime` until `until`; null without `until`. */
export const msUntil = (until: string | null, serverTime: string): number | null =>
  until === null ? null : Date.parse(until) - Date.parse(serverTime);

/** Milliseconds until time changes something: the end of the state or of an offer; null if nothing is due. */
export function msUntilChange({ expires_at: expiresAt, requote, server_time: now }: Order): number | null {
  const moments = [expiresAt, ...(requote?.options.map((option) => option.expires_at) ?? [])].map((moment) => msUntil(moment, now));
  const remaining = moments.filter((ms) => ms !== null);
  return remaining.length === 0 ? null : Math.min(...remaining);
}
