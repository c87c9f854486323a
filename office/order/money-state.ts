import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { isFinal, type OrderStatus } from '#core/order/status.ts';

type OrderMoney = Pick<OfficeOrderAttributes, 'status' | 'received_amount' | 'surplus_returned_amount' | 'taken_back_amount'>;

/** What happens to the order's money: keys of `office.strip`. */
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

/** State of an order's money: awaited, returned, paid out or refunded. */
export function moneyState({
  status,
  received_amount: received,
  surplus_returned_amount: returned,
  taken_back_amount: takenBack,
}: OrderMoney) {
  const hasNothing = isZero(received);
  const isOver = isFinal(status);
  return {
    /** The payment is still awaited. */
    isAwaited: hasNothing && !isOver,
    isOver,
    outcome: OUTCOME[status] ?? 'pays',
    nothingKey: isOver ? ('never_came' as const) : ('nothing_came' as const),
    /** Amounts that no longer count towards the agreed one. */
    returned: [returned, takenBack].filter((amount) => amount !== null),
  };
}
