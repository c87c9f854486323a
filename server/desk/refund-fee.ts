import { parseAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { type RefundFee, refundFeeOf, type RefundFeeRule } from '#core/order/refund-fee.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { refundRuleOf } from '#server/payment-systems/refund-rule.ts';
import { orderSides } from '#server/orders/order-sides.ts';

type FeeDeps = Pick<Deps, 'catalogue' | 'shop'>;

/** The fee rule shown to the customer; orders older than that use the current rule. */
const ruleOf = (deps: FeeDeps, order: Order): RefundFeeRule =>
  order.refundRule ??
  refundRuleOf(deps, deps.catalogue.direction(order.incomeCode, order.outcomeCode), orderSides(deps.catalogue, order).income);

/** The largest fee that may be withheld from this order's refund, and its parts. */
export const refundFeeForOrder = (deps: FeeDeps, order: Order): RefundFee =>
  refundFeeOf(order.creditedAmount, ruleOf(deps, order), orderSides(deps.catalogue, order).income.networkFee);

/**
 * The fee withheld when `refundAmount` is returned, in minor units; zero if it is undefined.
 * Refuses a refund above the credited amount, or a fee above the rule.
 */
export function withheldFee(
  deps: FeeDeps,
  order: Order,
  refundAmount: string | undefined,
): Result<bigint, 'not_allowed_amount' | 'invalid_format'> {
  if (refundAmount === undefined) return accept(0n);
  const { income } = orderSides(deps.catalogue, order);
  const parsed = parseAmount(refundAmount, { scale: income.scale, precision: income.scale });
  if (!parsed.ok) return refuse({ code: 'invalid_format', field: 'refund_amount' });
  const fee = order.creditedAmount - parsed.minor;
  return fee < 0n || fee > refundFeeForOrder(deps, order).max
    ? refuse({ code: 'not_allowed_amount', field: 'refund_amount' })
    : accept(fee);
}
