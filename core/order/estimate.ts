import type { Quote } from '#core/quote.ts';
import type { Order } from './order.ts';
import { isAgreedAmount, type PaymentTerms } from './requote-options.ts';
import type { OrderStatus } from './status.ts';

/** States in which what a floating order pays is still an estimate: its money is not final (domain 2). A choice (`requote`) names its own numbers. */
export const ESTIMATED: readonly OrderStatus[] = [
  'awaiting_verification',
  'awaiting_requisites',
  'awaiting_payment',
  'payment_claimed',
  'payment_detected',
  'moderation',
];

/** Whether the order's outcome is not fixed yet: its rate floats, and its money is not final. */
export const isEstimated = ({ rateType, status }: Pick<Order, 'rateType' | 'status'>): boolean =>
  rateType === 'floating' && ESTIMATED.includes(status);

/**
 * What the order would pay if its money were final now, by the very rule that settles it (`payment.ts`): what came, where it is what was
 * asked for, else what was asked for. Undefined where there is nothing to estimate, or no rate.
 */
export function estimateOf(order: Order, terms: Pick<PaymentTerms, 'tolerancePpm' | 'extraAmount' | 'recalculate'>): Quote | undefined {
  if (!isEstimated(order)) return undefined;
  const isAllHere = order.receivedAmount > 0n && isAgreedAmount(order, order.receivedAmount, terms);
  return terms.recalculate(isAllHere ? order.receivedAmount : order.incomeAmount);
}
