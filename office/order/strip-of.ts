import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';

type Known = Pick<OfficeOrderAttributes, 'status' | 'received_amount' | 'surplus_returned_amount' | 'taken_back_amount'>;

/** What becomes of the order's money, as the strip names it (`office.strip`). */
export const OUTCOMES = ['pays', 'paid', 'refunds', 'refunded', 'unpaid'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const OUTCOME: Readonly<Partial<Record<OrderStatus, Outcome>>> = {
  completed: 'paid',
  refund_pending: 'refunds',
  refunded: 'refunded',
  rejected: 'unpaid',
  expired: 'unpaid',
  cancelled: 'unpaid',
  payment_failed: 'unpaid',
};

const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/** What is true of an order now: what is still waited for, what has left it again, what is paid or given back. */
export function stripOf({ status, received_amount: received, surplus_returned_amount: returned, taken_back_amount: takenBack }: Known) {
  const hasNothing = isZero(received);
  const isOver = isFinal(status);
  return {
    /** Its money is still to come. */
    isAwaited: hasNothing && !isOver,
    isOver,
    outcome: OUTCOME[status] ?? 'pays',
    nothing: isOver ? ('never_came' as const) : ('nothing_came' as const),
    /** No part of what stands against the agreement any more. */
    gone: [returned, takenBack].filter((amount) => amount !== null),
  };
}
