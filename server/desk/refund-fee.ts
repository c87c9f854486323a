import { parseAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { LARGEST_CAP_PPM, type RefundFee, refundFeeOf, type RefundFeeRule } from '#core/order/refund-fee.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';

type FeeDeps = Pick<Deps, 'catalogue' | 'shop'>;

/** Ten thousandths of a per cent: decimals that a rule may have. */
const PPM = { scale: 4, precision: 4 } as const;

const minor = (text: string, decimals: { readonly scale: number; readonly precision: number }): bigint => {
  const parsed = parseAmount(text, decimals);
  return parsed.ok ? parsed.minor : 0n;
};

/** The owner's rule for the payment system that an order was paid on: its own, else the one for all; null where nothing is kept. */
function ruleOf({ catalogue, shop }: FeeDeps, order: Order): RefundFeeRule | null {
  const { rules } = shop.of('refunds');
  const { income } = orderSides(catalogue, order);
  const own = rules.find((rule) => rule.payment_system_id === income.code);
  const rule = own ?? rules.find((one) => one.payment_system_id === null);
  if (rule === undefined) return null;
  const cap = minor(rule.cap_percent, PPM);
  return {
    network: rule.network,
    // One for all names no currency
    fixed: own === undefined ? 0n : minor(rule.fixed, { scale: income.scale, precision: income.scale }),
    ppm: minor(rule.percent, PPM),
    capPpm: cap > LARGEST_CAP_PPM ? LARGEST_CAP_PPM : cap,
  };
}

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
