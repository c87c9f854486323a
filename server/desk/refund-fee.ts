import { parseAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { type RefundFee, refundFeeOf } from '#core/order/refund-fee.ts';
import type { RefundFeeRule } from '#core/order/refund-rule.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { refundRuleOf } from '#server/payment-systems/refund-rule.ts';
import { orderSides } from '#server/orders/order-assets.ts';

type FeeDeps = Pick<Deps, 'catalogue' | 'shop'>;

/** What its customer has read; orders of before go by what stands now. */
const ruleOf = (deps: FeeDeps, order: Order): RefundFeeRule =>
  order.refundRule ??
  refundRuleOf(deps, deps.catalogue.direction(order.incomeCode, order.outcomeCode), orderSides(deps.catalogue, order).income);

/** What may be kept of this order's refund, and what it is made of. */
export const feeOfRefund = (deps: FeeDeps, order: Order): RefundFee =>
  refundFeeOf(order.creditedAmount, ruleOf(deps, order), orderSides(deps.catalogue, order).income.networkFee);

/** What is kept when so much goes back: nothing where nobody says how much. Refuses more than was credited, and less than the rule leaves. */
export function keptOf(
  deps: FeeDeps,
  order: Order,
  refundAmount: string | undefined,
): Result<bigint, 'not_allowed_amount' | 'invalid_format'> {
  if (refundAmount === undefined) return accept(0n);
  const { income } = orderSides(deps.catalogue, order);
  const parsed = parseAmount(refundAmount, { scale: income.scale, precision: income.scale });
  if (!parsed.ok) return refuse({ code: 'invalid_format', field: 'refund_amount' });
  const kept = order.creditedAmount - parsed.minor;
  return kept < 0n || kept > feeOfRefund(deps, order).most ? refuse({ code: 'not_allowed_amount', field: 'refund_amount' }) : accept(kept);
}
