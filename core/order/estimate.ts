import type { Quote } from './quote.ts';
import type { Order } from './order.ts';
import { isAgreedAmount, type PaymentTerms } from './requote-options.ts';
import type { OrderStatus } from './status.ts';

/**
 * States in which the outcome of a floating order is an estimate, as its money is not final (domain 2). `requote` has amounts of its own.
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
 * Outcome if the order's money were final now, by the settlement rule (`payment.ts`), for the received amount if agreed, else the agreed
 * one. Undefined: nothing to estimate, or no rate.
 */
export function estimateOf(order: Order, terms: Pick<PaymentTerms, 'tolerancePpm' | 'extraAmount' | 'recalculate'>): Quote | undefined {
  if (!isEstimated(order)) return undefined;
  const isFullyReceived = order.receivedAmount > 0n && isAgreedAmount(order, order.receivedAmount, terms);
  return terms.recalculate(isFullyReceived ? order.receivedAmount : order.incomeAmount);
}
