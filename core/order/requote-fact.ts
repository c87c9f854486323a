import type { Order } from './order.ts';
import { isAgreedAmount, type Tolerance } from './requote-options.ts';

/** What differs in an order that waits for a choice: the amount, else the time, else the rate. */
export const REQUOTE_FACTS = ['short', 'over', 'late', 'closed', 'rate'] as const;
export type RequoteFact = (typeof REQUOTE_FACTS)[number];

/** The fact that page and e-mails state first (domain 5); `closed`: the agreed amount arrived after the order had ended. */
export function requoteFactOf(order: Pick<Order, 'requote' | 'incomeAmount'>, tolerance: Tolerance): RequoteFact {
  const { requote } = order;
  if (requote === null || requote.reason === 'quote_expired') return 'rate';
  if (requote.reason !== 'reopened') return requote.reason;
  if (isAgreedAmount(order, requote.receivedAmount, tolerance)) return 'closed';
  return requote.receivedAmount < order.incomeAmount ? 'short' : 'over';
}
