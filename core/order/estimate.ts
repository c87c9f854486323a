import type { Quote } from './quote.ts';
import type { Order } from './order.ts';
import { isAgreedAmount, type PaymentTerms } from './requote-options.ts';
import type { OrderStatus } from './status.ts';

/**
 * States in which the outcome of a floating order is an estimate, because its money is not final (domain 2). A requote has amounts of its own.
 */
export const ESTIMATED: readonly OrderStatus[] = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
];

/** Whether the outcome is not fixed yet: the rate floats and the money is not final. */
export const isEstimated = ({ rateType, status }: Pick<Order, 'rateType' | 'status'>): boolean =>
  rateType === 'floating' && ESTIMATED.includes(status);

/**
 * The quote that would apply if the order's money were final now (`payment.ts`). Undefined if the outcome is not an estimate, or without a
 * rate.
 */
export function estimateOf(order: Order, terms: Pick<PaymentTerms, 'tolerancePpm' | 'extraAmount' | 'recalculate'>): Quote | undefined {
  if (!isEstimated(order)) return undefined;
  // An amount that was not agreed leads to a requote, so the estimate stays that of the agreed amount
  const isFullyReceived = order.receivedAmount > 0n && isAgreedAmount(order, order.receivedAmount, terms);
  return terms.recalculate(isFullyReceived ? order.receivedAmount : order.incomeAmount);
}
