import type { Order } from './order.ts';
import type { OrderStatus } from './status.ts';

/** States in which money that arrives belongs to no agreement any more: a second payment, kept in suspense. */
export const AGREED_STATUSES: readonly OrderStatus[] = [
  'paid',
  'payout_pending',
  'payout_sent',
  'payout_failed',
  'refund_pending',
  'completed',
  'refunded',
  'rejected',
];

/** What came beyond the order and waits to be given back, in minor units of the income side; zero where nothing does. */
export function surplusOf(order: Pick<Order, 'status' | 'receivedAmount' | 'creditedAmount' | 'surplusReturned'>): bigint {
  const left = order.receivedAmount - order.creditedAmount - order.surplusReturned;
  return AGREED_STATUSES.includes(order.status) && left > 0n ? left : 0n;
}
