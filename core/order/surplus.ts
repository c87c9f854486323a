import type { Share } from './cause.ts';
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

/** Whether money has come for an order that is not with its customer again. */
export const hasMoney = ({ receivedAmount, surplusReturned }: Pick<Order, 'receivedAmount' | 'surplusReturned'>): boolean =>
  receivedAmount > surplusReturned;

/** Takes up to `amount` out of what suspense holds for an order, provider by provider. */
export function sharesOf(kept: readonly Share[], amount: bigint): Share[] {
  let left = amount;
  return kept.flatMap(({ provider, amount: held }) => {
    const share = held < left ? held : left;
    left -= share;
    return share > 0n ? [{ provider, amount: share }] : [];
  });
}

/** All that these come to, in minor units. */
export const sumOf = (shares: readonly Share[]): bigint => shares.reduce((sum, share) => sum + share.amount, 0n);

/** What becomes of money beyond an order: on its way back, waiting for its customer to say where to, or looked at by a person first. */
export const SURPLUS_RETURNS = ['returning', 'destination_needed', 'with_person'] as const;
export type SurplusReturn = (typeof SURPLUS_RETURNS)[number];

/** The story of a surplus as customer and operators read it; null where there is none. `isQueued`: a return of it is decided and not over. */
export function surplusReturnOf(
  order: Parameters<typeof surplusOf>[0] & Pick<Order, 'hasRefundDestination'>,
  isQueued: boolean,
): SurplusReturn | null {
  if (surplusOf(order) === 0n) return null;
  if (!order.hasRefundDestination) return 'destination_needed';
  return isQueued ? 'returning' : 'with_person';
}
