import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import { orderSides } from './order-assets.ts';

/** The order's own rate, everything included: outcome per one income in whole units. */
export function orderRateOf(
  catalogue: Catalogue,
  order: Pick<Order, 'incomeCode' | 'outcomeCode' | 'incomeAmount' | 'outcomeAmount'>,
): Fraction {
  const { income, outcome } = orderSides(catalogue, order);
  return { num: order.outcomeAmount * pow10(income.scale), den: order.incomeAmount * pow10(outcome.scale) };
}
