import { positivePart, smaller } from '#core/money/bigint.ts';
import type { Share } from './cause.ts';
import type { Order } from './order.ts';
import type { OrderStatus } from './status.ts';

/** States in which further money is beyond the agreement, such as a second payment. It is kept in suspense. */
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

type SurplusFacts = Pick<Order, 'status' | 'receivedAmount' | 'creditedAmount' | 'surplusReturned'>;

/** The received amount beyond the agreement that waits to be returned, in minor units of the income side. */
export function surplusOf(order: SurplusFacts): bigint {
  if (!SETTLED_STATUSES.includes(order.status)) return 0n;
  return positivePart(order.receivedAmount - order.creditedAmount - order.surplusReturned);
}

/** Whether an order has received money that was not returned. */
export const hasMoney = ({ receivedAmount, surplusReturned }: Pick<Order, 'receivedAmount' | 'surplusReturned'>): boolean =>
  receivedAmount > surplusReturned;

/** Shares of at most `amount` in total from an order's money in suspense, provider by provider. */
export function sharesOf(shares: readonly Share[], amount: bigint): Share[] {
  let remaining = amount;
  return shares.flatMap(({ provider, amount: available }) => {
    const share = smaller(available, remaining);
    remaining -= share;
    return share > 0n ? [{ provider, amount: share }] : [];
  });
}

/** Sum of shares, minor units. */
export const sumOf = (shares: readonly Share[]): bigint => shares.reduce((sum, share) => sum + share.amount, 0n);

/** States of a surplus: it is being returned, waits for a destination, or waits for a person. */
export const SURPLUS_RETURNS = ['returning', 'destination_needed', 'with_person'] as const;
export type SurplusReturn = (typeof SURPLUS_RETURNS)[number];

/** The state of a surplus for customer and operators; null without one. `isQueued`: its return was decided and is not finished. */
export function surplusReturnState(order: SurplusFacts & Pick<Order, 'hasRefundDestination'>, isQueued: boolean): SurplusReturn | null {
  if (surplusOf(order) === 0n) return null;
  if (!order.hasRefundDestination) return 'destination_needed';
  return isQueued ? 'returning' : 'with_person';
}
