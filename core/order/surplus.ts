import type { Share } from './cause.ts';
import type { Order } from './order.ts';
import type { OrderStatus } from './status.ts';

/** States in which further money is beyond the agreement: a second payment, kept in suspense. */
export const SETTLED_STATUSES: readonly OrderStatus[] = [
  'paid',
  'payout_pending',
  'payout_sent',
  'payout_failed',
  'refund_pending',
  'completed',
  'refunded',
  'rejected',
];

/** Received amount beyond the order that waits to be returned, in minor units of the income side. */
export function surplusOf(order: Pick<Order, 'status' | 'receivedAmount' | 'creditedAmount' | 'surplusReturned'>): bigint {
  const surplus = order.receivedAmount - order.creditedAmount - order.surplusReturned;
  return SETTLED_STATUSES.includes(order.status) && surplus > 0n ? surplus : 0n;
}

/** Whether an order has received money that was not returned. */
export const hasMoney = ({ receivedAmount, surplusReturned }: Pick<Order, 'receivedAmount' | 'surplusReturned'>): boolean =>
  receivedAmount > surplusReturned;

/** Takes up to `amount` from what suspense holds for an order, provider by provider. */
export function sharesOf(shares: readonly Share[], amount: bigint): Share[] {
  let remaining = amount;
  return shares.flatMap(({ provider, amount: available }) => {
    const share = available < remaining ? available : remaining;
    remaining -= share;
    return share > 0n ? [{ provider, amount: share }] : [];
  });
}

/** Sum of shares, minor units. */
export const sumOf = (shares: readonly Share[]): bigint => shares.reduce((sum, share) => sum + share.amount, 0n);

/** State of a surplus: being returned, waiting for a destination, or under review by a person. */
export const SURPLUS_RETURNS = ['returning', 'destination_needed', 'with_person'] as const;
export type SurplusReturn = (typeof SURPLUS_RETURNS)[number];

/** State of a surplus for customer and operators; null without one. `isQueued`: its return is decided and not finished. */
export function surplusReturnState(
  order: Parameters<typeof surplusOf>[0] & Pick<Order, 'hasRefundDestination'>,
  isQueued: boolean,
): SurplusReturn | null {
  if (surplusOf(order) === 0n) return null;
  if (!order.hasRefundDestination) return 'destination_needed';
  return isQueued ? 'returning' : 'with_person';
}
