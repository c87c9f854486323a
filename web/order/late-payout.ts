import { type LateReason, lateReason } from '#core/order/late-payout.ts';
import type { Order } from './order.ts';

/** A payout whose promised time has passed. */
export interface LatePayout {
  readonly missedAt: string;
  /** The new promised time; null: none can be given. */
  readonly nextAt: string | null;
  readonly why: LateReason;
}

export type PromiseFacts = Pick<
  Order,
  | 'status'
  | 'payout_promise'
  | 'payout_overdue_since'
  | 'payout_look_why'
  | 'payout_look_until'
  | 'paid_by_people'
  | 'destination_request'
  | 'server_time'
>;

/** The missed time, the new one and the reason; null: the payout is not late, or waits for the customer. */
export function latePayoutOf(order: PromiseFacts): LatePayout | null {
  const { payout_promise: promise, payout_overdue_since: overdue, payout_look_until: until } = order;
  if (order.destination_request?.state === 'asked') return null;
  const isCheckOver = order.payout_look_why === 'check' && until !== null && Date.parse(until) <= Date.parse(order.server_time);
  const missedAt = overdue ?? promise?.missed_at ?? (isCheckOver ? until : null);
  if (missedAt === null) return null;
  const isPromiseAhead = overdue === null && promise !== null && Date.parse(promise.at) > Date.parse(missedAt);
  const why = lateReason({ status: order.status, reviewReason: order.payout_look_why, isPaidByPeople: order.paid_by_people });
  return { missedAt, nextAt: isPromiseAhead ? promise.at : null, why };
}
